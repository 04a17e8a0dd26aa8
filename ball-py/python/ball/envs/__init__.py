"""BALL in the forms that other libraries know; each module needs its library.

- :mod:`ball.envs.pettingzoo`: both coaches, one decision after another (``ball-engine[pettingzoo]``).
- :mod:`ball.envs.gymnasium`: one coach against an opponent, one game or many (``ball-engine[gymnasium]``).
- :mod:`ball.envs.openspiel`: a game of OpenSpiel (``ball-engine[openspiel]``).
- :mod:`ball.envs.opponents`: the opponents of the second; needs nothing.

For speed without any of them there is :class:`ball.BatchEnv`.
"""
