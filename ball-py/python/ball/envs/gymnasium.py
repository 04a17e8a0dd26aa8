"""BALL as environments of Gymnasium: one coach, the learner, against an opponent that answers inside ``step``.

:class:`BallEnv` is one game, :class:`BallVectorEnv` many of them on a :class:`ball.BatchEnv`. Importing this module
registers both, and so does the name of the module before the id: ``"ball.envs.gymnasium:ball/Ball-v0"``.

>>> import gymnasium
>>> import ball.envs.gymnasium
>>> env = gymnasium.make("ball/Ball-v0", side="def", opponent="greedy", max_turns=60)
>>> observation, info = env.reset(seed=1)
>>> over, rewards = False, []
>>> while not over:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
...     rewards.append(reward)
...     over = terminated or truncated
>>> rewards[-1], terminated
(-1.0, True)

A step is one decision of the learner with all that the opponent decides until it is the learner's turn again, or the
game ends. A coach makes several decisions in a row, so often there is nothing to answer, and sometimes a whole turn.

Observations, uint8, and action numbers are those of the learner's view of the board (``docs/arrays.md``), DEF's turned
by half a turn. ``info["action_mask"]``, int8, is 1 at the numbers of the legal actions and 0 everywhere at the end.
``action_masks()`` is the same in bools, as MaskablePPO of sb3-contrib asks for it.

Rewards are the learner's: 1.0 where the learner scores, -1.0 where the opponent does, at a draw 0.0. A touchdown, or
the ``turn_limit`` of the ruleset (a draw), terminates a game; ``max_turns`` truncates it.

Both take these keywords:

- ``ruleset``: ``"standard"``, ``"cards"``, a :class:`ball.Ruleset` or what one is made of.
- ``side``: the learner's, ``"def"``, ``"atk"``, or ``"random"``: drawn for each game.
- ``opponent``: ``"random"``, ``"greedy"``, or anything as in :mod:`ball.envs.opponents`: what is called with a
  :class:`ball.Position` and gives its action.
- ``max_turns``: turns, both coaches' counted together, after which a game is truncated, 1 to 65535.
- ``observation``: ``"planes"``, of shape (planes, 17, 13), or ``"vector"``, of one dimension.
- ``start``: a :class:`ball.Position` or its text that games start from, or several of which each draws one; ``None``:
  the formation.
- ``random_opening``: random decisions played first, 0 to 1000; it stops short of one that would end the game.
- ``on_illegal``: what an illegal action of the learner does: ``"error"`` raises, ``"lose"`` loses the game. The
  opponent's always raises.
- ``shaping``: weight w of a reward for the ball's way, 0: none. A step then earns w * (``discount`` * a after it - a
  before it) on top; a is ``advance`` of :class:`ball.Position` for ATK and its opposite for DEF, and counts as 0 once
  the game has terminated. This is potential-based if ``discount`` is the one per step that the learner is trained with.

A game that ends before the learner has decided anything is not shown; another one starts. After 100 of these in a row
there is a ``RuntimeError``.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import ball
from ball.envs._common import (
    FRUITLESS,
    SIDES,
    TEAMS,
    Form,
    Match,
    Move,
    OnIllegal,
    Rules,
    Setup,
    Side,
    Start,
    fruitless,
    one_of,
)
from ball.envs.opponents import Opponent, opponent_of, seed_opponent, wrong_reply
from ball.values import Team

try:
    import gymnasium
    from gymnasium import spaces

    from ball.envs._vector import BallVectorEnv
except ImportError as error:
    raise ImportError(
        f'ball.envs.gymnasium needs Gymnasium ({error}); install it with: pip install "ball-engine[gymnasium]"'
    ) from error

__all__ = ["BallEnv", "BallVectorEnv"]


class BallEnv(gymnasium.Env[NDArray[np.uint8], Any]):
    """One game of the learner against an opponent. The keywords are those of the module, and ``render_mode``:
    ``"ansi"``: ``render`` gives the board as text; ``"human"``: every step prints it.

    Copies and pickles keep the game and all that will be drawn, if the opponent's do.

    Raises ``ValueError`` or ``TypeError`` for a keyword out of range or of the wrong type, :class:`ball.BallError` for
    a ruleset or position that is none.

    >>> from ball.envs.gymnasium import BallEnv
    >>> env = BallEnv("cards", side="atk", observation="vector")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, env.learner, env.position.turn
    ((193,), 'atk', 2)
    >>> observation, reward, terminated, truncated, info = env.step(env.position.number("end"))
    >>> env.position.turn, reward
    (4, 0.0)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012, as in the base class

    #: The learner's side in this game.
    learner: Team

    def __init__(
        self,
        ruleset: Rules = "standard",
        *,
        side: Side = "def",
        opponent: str | Opponent = "random",
        max_turns: SupportsIndex | None = None,
        observation: Form = "planes",
        start: Start = None,
        random_opening: SupportsIndex = 0,
        on_illegal: OnIllegal = "error",
        shaping: SupportsFloat = 0.0,
        discount: SupportsFloat = 1.0,
        render_mode: str | None = None,
    ) -> None:
        self._setup = Setup.of(
            ruleset,
            max_turns=max_turns,
            observation=observation,
            start=start,
            random_opening=random_opening,
            on_illegal=on_illegal,
            shaping=shaping,
            discount=discount,
        )
        self._side = one_of("side", side, SIDES)
        self._opponent = opponent_of(opponent)
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.render_mode = render_mode
        self.observation_space = spaces.Box(0, 255, self._setup.shape, np.uint8)
        self.action_space = spaces.Discrete(ball.ACTION_SPACE)
        self._match: Match | None = None

    @property
    def position(self) -> ball.Position:
        """The position now; ``gymnasium.error.ResetNeeded`` before the first ``reset``."""
        return self._started().position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Starts a game, up to the learner's first decision, and gives what is seen and the info.

        ``seed`` makes all that is drawn follow from it, the opponent's actions too; without one the drawing goes on.
        ``options["position"]``, a :class:`ball.Position` or its text, is where this game starts, as it is, the opponent
        first if it is to move; other options are left alone.

        Raises :class:`ball.BallError` if that position is none, is of another ruleset, or is over, and what
        :meth:`step` raises for the opponent.
        """
        position = self._setup.given(options)
        super().reset(seed=seed)
        draw = self.np_random
        if seed is not None:
            seed_opponent(self._opponent, draw)
        for _ in range(FRUITLESS):
            learner = TEAMS[int(draw.integers(2))] if self._side == "random" else self._side
            match = self._setup.begin(draw, position)
            position = None
            self._answer(match, learner)
            if not (match.terminated or match.truncated):
                break
        else:
            raise fruitless()
        self.learner, self._match = learner, match
        if self.render_mode == "human":
            self.render()
        return self._seen()

    def step(self, action: Move) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays the learner's decision, an action number, and the opponent's answer.

        Gives what is seen, the learner's reward, whether the game has terminated or is truncated, and the info.

        Raises :class:`ball.IllegalAction` with the rule that forbids the action and :class:`ball.InvalidAction` if the
        number is none, unless they lose; ``RuntimeError`` if the opponent's action is illegal;
        ``gymnasium.error.ResetNeeded`` after the end. Nothing has then changed.
        """
        match = self._started().copy()
        if match.terminated or match.truncated:
            raise gymnasium.error.ResetNeeded("the game is over: call reset")
        before = match.position
        try:
            earned = match.play(action)
        except ball.BallError:
            if not self._setup.loses:
                raise
            earned = match.forfeit()
        earned += self._answer(match, self.learner)
        if self._setup.weight:
            earned += match.shaped(before)
        self._match = match
        if self.render_mode == "human":
            self.render()
        observation, info = self._seen()
        reward = earned if self.learner == "atk" else 0.0 - earned
        return observation, reward, match.terminated, match.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, bools of shape (945,): none at the end."""
        match = self._started()
        mask = np.zeros(ball.ACTION_SPACE, np.bool_)
        return mask if match.terminated or match.truncated else match.position.action_mask(mask)

    def render(self) -> str | None:
        """The board as text in mode ``"ansi"``; prints it in mode ``"human"``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render does nothing without a render_mode: pass render_mode='ansi' or 'human'")
            return None
        board = self.position.board()
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def __getstate__(self) -> dict[str, Any]:
        # Copies go through here too: a shallow one is a game of its own, and shares the spaces only.
        state = self.__dict__.copy()
        state["_opponent"], state["_np_random"] = deepcopy(self._opponent), deepcopy(self._np_random)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _started(self) -> Match:
        if self._match is None:
            raise gymnasium.error.ResetNeeded("there is no game yet: call reset")
        return self._match

    def _answer(self, match: Match, learner: Team) -> float:
        """Lets the opponent play until the learner is to move, or the game ends; gives what that pays ATK."""
        earned = 0.0
        while match.position.team != learner and not (match.terminated or match.truncated):
            position = match.position
            action = self._opponent(position)
            try:
                earned += match.play(action)
            except (ball.BallError, TypeError) as error:
                raise wrong_reply(self._opponent, position, action, error) from error
        return earned

    def _seen(self) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        match = self._started()
        over = match.terminated or match.truncated
        mask = np.zeros(ball.ACTION_SPACE, np.int8) if over else match.position.action_mask()
        return self._setup.observe(match.position, self.learner), {"action_mask": mask}


if "ball/Ball-v0" not in gymnasium.registry:
    gymnasium.register(
        id="ball/Ball-v0", entry_point=f"{__name__}:BallEnv", vector_entry_point=f"{__name__}:BallVectorEnv"
    )
