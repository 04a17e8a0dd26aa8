"""``python -m ball.bench``: how many decisions a second BALL makes beside other game libraries, in one run.

The speed of a machine changes from minute to minute, so a rate alone says little. BALL and a peer take turns in short
slices, and what counts is the ratio. OpenSpiel, PettingZoo and python-chess are measured where they are installed; what
is not is named as left out. ``--soak N`` watches the memory of a :class:`ball.BatchEnv` instead.

``--json FILE`` writes one object::

    {"conditions": {"date": …, "ball": "0.1.0", "python": …, "platform": …, "processor": …, "cpus": 2, "load": 0.3,
                    "versions": {"numpy": "2.4.6", …}, "seconds": 1.5, "rounds": 15,
                    "left_out": {"python-chess": "chess is not installed", …}, "complete": true},
     "rows": [{"name": "Game, …", "rate": 1.0, "peer": "OpenSpiel hex 11x11", "peer_rate": 1.0, "ratio": 1.0,
               "unit": "decisions", "clock": "cpu", "rounds": [[1.0, 1.0], …]}, …]}

- ``rate``, ``peer_rate``: medians of the rounds, ``unit`` per second; ``ratio``: the median of the rounds' ratios.
- ``clock``: ``"cpu"`` if the seconds are CPU time of the process, ``"wall"`` if they are those of a clock on the wall.
- ``rounds``: the rate and the peer's rate of each round, in order.
- ``peer``, ``peer_rate``, ``ratio`` and the second of each round are ``null`` where no peer is installed.
- ``left_out``: what could not be measured, and why.
- ``complete``: whether every row that was asked for is there, ``false`` after Ctrl-C.
"""
