"""BALL as a game of OpenSpiel, registered under the name ``ball`` when this module is imported.

>>> import pyspiel
>>> import ball.envs.openspiel
>>> game = pyspiel.load_game("ball(mode=cards,turn_limit=60)")
>>> state = game.new_initial_state()
>>> state.current_player(), len(state.legal_actions()), state.num_distinct_actions()
(1, 56, 945)
>>> state.apply_action(state.string_to_action("H11-G10"))
>>> state.current_player(), state.position.ap
(1, 1)

Player 0 is ATK, player 1 is DEF. A coach makes several decisions in a row: ask ``current_player``, never alternate.

Parameters, all optional:

- ``mode``: ``standard`` or ``cards``.
- ``turn_limit``: turns of both coaches together, 1 to 65535, default 200. OpenSpiel knows no truncation, so what is
  cut here is a draw by the rules (T8).
- ``ruleset``: JSON text of a whole ruleset, instead of ``mode``. Parameter texts are split at commas, so in one of
  these write ``;`` for every comma: ``ball(ruleset={"mode":"cards";"deck":[]})``. ``turn_limit`` counts where the
  ruleset has none. :func:`make_game` does all that.
- ``observation``: ``planes`` or ``vector``, what an observation tensor holds.

Speed: OpenSpiel calls a game that is written in Python through a layer that makes each step some twenty times as dear
as that of its own games. This module is for its algorithms and tests; :class:`ball.BatchEnv` is for speed.

OpenSpiel 2.0.2 crashes in ``pyspiel.MCTSBot.step`` for every game that is written in Python; ``mcts_search`` of the
same bot works.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

import ball
from ball.values import Team

try:
    import pyspiel
except ImportError as error:
    raise ImportError(
        f'ball.envs.openspiel needs OpenSpiel ({error}); install it with: pip install "ball-engine[openspiel]"'
    ) from error

__all__ = ["BallGame", "BallObserver", "BallState", "make_game"]

TEAMS: tuple[Team, Team] = ("atk", "def")
RETURNS = {"atk": [1.0, -1.0], "def": [-1.0, 1.0]}
DEFAULTS: dict[str, Any] = {"mode": "standard", "turn_limit": 200, "ruleset": "", "observation": "planes"}

GAME_TYPE = pyspiel.GameType(
    short_name="ball",
    long_name="BALL",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class BallGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters; made by ``pyspiel.load_game``, see the module.

    ``str`` is a text that ``pyspiel.load_game`` makes an equal game of; parameters that have their defaults are left
    out. ``max_game_length`` is :attr:`ball.Ruleset.max_decisions`: it counts decisions, not turns.

    Raises :class:`ball.InvalidRuleset` for a ruleset that can't work, :class:`ValueError` for any other parameter.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = DEFAULTS | dict(params or {})
        unknown = given.keys() - DEFAULTS.keys() - {"name"}
        if unknown:
            raise ValueError(f"unknown parameters {sorted(unknown)}; there are {sorted(DEFAULTS)}")
        kind = given["observation"]
        if kind not in ("planes", "vector"):
            raise ValueError(f"the parameter observation is {kind!r}; it is one of 'planes' and 'vector'")
        #: The ruleset it is played by.
        self.ruleset: ball.Ruleset = _ruleset(given)
        #: Where a game starts.
        self.start = ball.Position(None, self.ruleset)
        #: ``"planes"`` or ``"vector"``.
        self.observation: str = kind
        info = pyspiel.GameInfo(
            num_distinct_actions=ball.ACTION_SPACE,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.ruleset.max_decisions,
        )
        super().__init__(GAME_TYPE, info, _params(self.ruleset, kind))

    def __reduce__(self) -> tuple[Any, ...]:
        # OpenSpiel's own way of pickling a game loses its attributes.
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, state: ball.Position | str | Mapping[str, Any] | None = None) -> BallState:
        """The state at the start of the game, or in a position, its text, or what ``to_struct`` has given of one.

        Raises :class:`ball.InvalidPosition` if the text is none, or the position is of another ruleset.
        """
        if state is None:
            return BallState(self)
        if isinstance(state, ball.Position | str):
            return BallState(self, state)
        fields = state.to_dict() if hasattr(state, "to_dict") else state
        return BallState(self, fields["position"])

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401
        """What observes its states: a :class:`BallObserver`, for types with private parts or history OpenSpiel's own.

        Raises :class:`ValueError` for parameters: there are none.
        """
        if isinstance(iig_obs_type, Mapping):
            # C++ leaves out a type that it does not have.
            iig_obs_type, params = None, iig_obs_type
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BallObserver(self, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BallState(pyspiel.State):  # type: ignore[misc]
    """A position with what OpenSpiel adds to it: history, copies, serialization.

    Actions are numbers of the action space, counted from the view of the player to move; action strings are those of
    the notation, and ``str`` is the position text.
    """

    def __init__(self, game: BallGame, start: ball.Position | str | None = None) -> None:
        super().__init__(game)
        # All that changes: OpenSpiel copies and pickles the attributes.
        self._position = game.start if start is None else ball.Game(game.ruleset, start).position

    @property
    def position(self) -> ball.Position:
        """The position now."""
        return self._position

    def current_player(self) -> int:
        """The player to move, 0 for ATK and 1 for DEF, or ``pyspiel.PlayerId.TERMINAL``."""
        if self._position.phase == "over":
            return cast(int, pyspiel.PlayerId.TERMINAL)
        return TEAMS.index(self._position.team)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._position.phase == "over"

    def returns(self) -> list[float]:
        """What the game has paid ATK and DEF: 1 to the winner and -1 to the loser, else 0 to both."""
        return list(RETURNS.get(self._position.outcome or "draw", [0.0, 0.0]))

    def string_to_action(self, *player_and_text: int | str) -> int:
        """The number of a legal action by its notation; a player may stand before it, as OpenSpiel has it.

        Raises :class:`ball.IllegalAction` with the rule that forbids it, :class:`ball.InvalidAction` if it is none.

        >>> import pyspiel
        >>> state = pyspiel.load_game("ball").new_initial_state()
        >>> number = state.string_to_action("end")
        >>> number, state.action_to_string(number)
        (511, 'end')
        """
        text = str(player_and_text[-1])
        if len(player_and_text) == 2:
            self._check_player(player_and_text[0])
        elif len(player_and_text) != 1:
            raise TypeError("string_to_action takes the text of an action, with or without a player before it")
        self._position.check(text)
        return self._position.number(text)

    def __str__(self) -> str:
        return str(self._position)

    def _legal_actions(self, _player: int) -> list[int]:
        return self._position.legal_actions.numbers

    def _apply_action(self, action: int) -> None:
        # Refuses what is not legal, before anything is changed.
        self._position = self._position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        self._check_player(player)
        return str(self._position.action(action))

    def _check_player(self, player: object) -> None:
        if player not in (self.current_player(), TEAMS.index(self._position.team)):
            raise ValueError(
                f"action numbers are those of the player to move, {self.current_player()}, not of {player}"
            )

    # The JSON forms that OpenSpiel has from 2.0 on.

    def _to_struct(self) -> dict[str, Any]:
        return {"position": str(self._position)}

    def _to_observation_struct(self, _player: int) -> dict[str, Any]:
        return self._to_struct()

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"action": self._action_to_string(player, action)}

    def _struct_to_actions(self, fields: Mapping[str, Any]) -> list[int]:
        return [self.string_to_action(fields["action"])]


class BallObserver:
    """An observer in OpenSpiel's form: ``set_from`` refills ``tensor`` in place.

    Made by ``make_py_observer``. The entries are the bytes of ``docs/arrays.md`` as they are, not scaled.

    >>> import pyspiel
    >>> game = pyspiel.load_game("ball(observation=vector)")
    >>> observer = game.make_py_observer()
    >>> observer.set_from(game.new_initial_state(), 1)
    >>> observer.tensor.shape, observer.tensor.dtype
    ((165,), dtype('float32'))
    """

    def __init__(self, game: BallGame, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters; given are {sorted(params)}")
        ruleset = game.ruleset
        self._planes = game.observation == "planes"
        shape = ruleset.observation_shape if self._planes else (ruleset.observation_vector_length,)
        self._bytes = np.zeros(shape, np.uint8)
        #: What was observed last, flat, `float32`.
        self.tensor: NDArray[np.float32] = np.zeros(self._bytes.size, np.float32)
        #: The same, in its shape, as ``"observation"``.
        self.dict: dict[str, NDArray[np.float32]] = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: BallState, player: int) -> None:
        """Refills ``tensor`` with what a player sees; raises :class:`ValueError` for any but 0, ATK, and 1, DEF."""
        view = _team(player)
        if self._planes:
            state.position.observation(self._bytes, view=view)
        else:
            state.position.observation_vector(self._bytes, view=view)
        np.copyto(self.dict["observation"], self._bytes)

    def string_from(self, state: BallState, player: int) -> str:
        """The position text, the same for both players; raises :class:`ValueError` for another player."""
        _team(player)
        return str(state.position)


def make_game(
    ruleset: ball.Ruleset | str | Mapping[str, Any] | None = None, *, observation: str = "planes"
) -> BallGame:
    """The game of a :class:`ball.Ruleset`, or of what one is made of, with its own turn limit.

    >>> import ball.envs.openspiel as openspiel
    >>> openspiel.make_game({"mode": "cards", "turn_limit": 60})
    ball(mode=cards,turn_limit=60)
    >>> openspiel.make_game({"turn_limit": 60, "end_zone_rows": 3}, observation="vector")
    ball(observation=vector,ruleset={"end_zone_rows":3;"turn_limit":60})
    """
    return cast(BallGame, pyspiel.load_game("ball", _params(ball.Ruleset(ruleset), observation)))


def _team(player: int) -> Team:
    if player not in (0, 1):
        raise ValueError(f"there is no player {player}; 0 is ATK and 1 is DEF")
    return TEAMS[player]


def _ruleset(given: Mapping[str, Any]) -> ball.Ruleset:
    """What the parameters say, all of them given."""
    mode, limit, text = given["mode"], given["turn_limit"], given["ruleset"]
    if isinstance(limit, bool) or not isinstance(limit, int):
        raise ValueError(f"the parameter turn_limit is {limit!r}; it is an integer from 1 to 65535")
    if not text:
        return ball.Ruleset({"mode": mode, "turn_limit": limit})
    # No text in a ruleset has a semicolon.
    text = str(text).replace(";", ",")
    fields = ball.Ruleset.from_json(text).to_dict()
    # Only the text tells a limit that is given from one that is not.
    own = json.loads(text)
    if mode not in (DEFAULTS["mode"], fields["mode"]):
        raise ValueError(f"the parameter mode is {mode!r}, but the ruleset says {fields['mode']!r}; leave one out")
    if not isinstance(own, dict) or "turn_limit" not in own:
        fields["turn_limit"] = limit
    elif limit not in (DEFAULTS["turn_limit"], fields["turn_limit"]):
        raise ValueError(
            f"the parameter turn_limit is {limit}, but the ruleset says {fields['turn_limit']}; leave one out"
        )
    return ball.Ruleset(fields)


def _params(ruleset: ball.Ruleset, observation: str) -> dict[str, Any]:
    """The parameters that say this, as few as possible and such that a text of parameters can hold them."""
    params = {"mode": ruleset.mode, "turn_limit": ruleset.turn_limit, "observation": observation}
    if ruleset != ball.Ruleset({"mode": ruleset.mode, "turn_limit": ruleset.turn_limit}):
        usual = ball.Ruleset().to_dict()
        fields = {name: value for name, value in ruleset.to_dict().items() if value != usual[name]}
        # Always said: the ruleset's default is not that of the parameter.
        fields["turn_limit"] = ruleset.turn_limit
        params = {"ruleset": json.dumps(fields, separators=(";", ":")), "observation": observation}
    return {name: value for name, value in params.items() if value != DEFAULTS[name]}


pyspiel.register_game(GAME_TYPE, BallGame)
