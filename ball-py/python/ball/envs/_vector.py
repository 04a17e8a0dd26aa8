"""Many games of a learner against an opponent, on a :class:`ball.BatchEnv`: a part of :mod:`ball.envs.gymnasium`."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, SupportsFloat, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

import ball
from ball.envs._common import (
    FRUITLESS,
    SIDES,
    TEAMS,
    Form,
    OnIllegal,
    Rules,
    Setup,
    Side,
    Start,
    fruitless,
    one_of,
)
from ball.envs.opponents import Opponent, RandomOpponent, opponent_of, replies, seed_opponent, wrong_reply

__all__ = ["BallVectorEnv"]


class _Results:
    """What a step comes to in each game; ``over`` where it has ended and another one has started."""

    def __init__(self, n: int, over: NDArray[np.bool_]) -> None:
        self.rewards = np.zeros(n, np.float64)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.over = over
        #: What the learner saw last where a game has ended, ``None`` elsewhere.
        self.final = np.full(n, None, object)
        #: The potential of shaping there.
        self.last_advance = np.zeros(n, np.float64)
        #: Games that have ended before the learner had decided anything.
        self.fruitless = np.zeros(n, np.int64)


class BallVectorEnv(VectorEnv[NDArray[np.uint8], Any, NDArray[Any]]):
    """Many games of the learner against an opponent, all stepped at once.

    The keywords are those of the module, and ``num_envs``: games, 1 to 1048576; ``threads``: threads in all that share
    a step, with the same results; ``render_mode``: ``"ansi"`` or ``None``. The opponent ``"random"`` draws for all
    games at once and is by far the fastest; one with ``choose_many`` is asked for all at once, any other for each.

    A game that ends starts anew in the same step, as ``AutoresetMode.SAME_STEP`` has it: what ``step`` gives is seen of
    the new game, and of the old one ``infos["final_obs"]``, an array of objects, has what the learner saw last and
    ``infos["final_info"]`` the info, where ``infos["_final_obs"]`` is true.

    Copies and pickles keep the games and all that will be drawn, if the opponent's do.

    Raises as :class:`BallEnv`.

    >>> import gymnasium
    >>> import ball.envs.gymnasium
    >>> envs = gymnasium.make_vec("ball/Ball-v0", num_envs=8, side="random", max_turns=40)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations.shape, infos["action_mask"].shape
    ((8, 45, 17, 13), (8, 945))
    >>> over = 0
    >>> for _ in range(200):
    ...     actions = envs.action_space.sample(tuple(infos["action_mask"]))
    ...     observations, rewards, terminations, truncations, infos = envs.step(actions)
    ...     over += int((terminations | truncations).sum())
    >>> over > 8
    True
    """

    __module__ = "ball.envs.gymnasium"

    metadata: dict[str, Any] = {  # noqa: RUF012, as in the base class
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": ["ansi"],
        "render_fps": 4,
    }

    def __init__(
        self,
        num_envs: int = 1,
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
        threads: SupportsIndex | None = None,
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
        # Shaping is for a step of the learner, which may be many of the batch.
        self._batch = ball.BatchEnv(
            num_envs,
            self._setup.ruleset,
            max_turns=self._setup.max_turns,
            threads=threads,
            observation=self._setup.form,
            start=self._setup.starts,
            random_opening=self._setup.random_opening,
            on_illegal=on_illegal,
        )
        self._side = one_of("side", side, SIDES)
        self._opponent = opponent_of(opponent)
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.render_mode = render_mode
        self.num_envs = self._batch.n
        self.single_observation_space = spaces.Box(0, 255, self._setup.shape, np.uint8)
        self.single_action_space = spaces.Discrete(ball.ACTION_SPACE)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        #: The learner's player in each game; unknown before the first reset.
        self._learner: NDArray[np.int8] | None = None

    @property
    def learners(self) -> NDArray[np.int8]:
        """The learner's player in each game, int8 of shape (num_envs,): 0 ATK, 1 DEF."""
        return np.array(self._started())

    @property
    def positions(self) -> list[ball.Position]:
        """The positions now, a new list."""
        self._started()
        return self._batch.positions

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Starts all games, up to the learner's first decisions, and gives what is seen and the infos.

        As :meth:`BallEnv.reset`; ``options["position"]`` is for all games, or a sequence of one for each. Some games
        can't be reset without the others: ``ValueError`` for ``options["reset_mask"]``.
        """
        given = options.get("position") if options else None
        if options and "reset_mask" in options:
            raise ValueError("reset_mask: games that end start anew by themselves, and no others can be picked")
        if isinstance(given, ball.Position | str):
            given = [given] * self.num_envs
        super().reset(seed=seed)
        draw = self.np_random
        if seed is not None:
            seed_opponent(self._opponent, draw)
        self._batch.reset(None if seed is None else int(draw.integers(2**63)), positions=given)
        everywhere = np.ones(self.num_envs, np.bool_)
        self._learner = np.zeros(self.num_envs, np.int8)
        self._draw_sides(everywhere)
        self._answer(_Results(self.num_envs, everywhere))
        observations, mask = self._seen()
        return observations, {"action_mask": mask, "_action_mask": everywhere}

    def step(
        self,
        actions: Any,  # noqa: ANN401, anything that makes an array
    ) -> tuple[NDArray[np.uint8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Plays the learner's decisions, ``num_envs`` action numbers, and the opponent's answers.

        Gives what is seen, the learner's rewards, float64, where games have terminated or are truncated, and the infos.

        Raises :class:`ball.IllegalAction` for an illegal action, unless it loses; nothing has then changed.
        ``RuntimeError`` if the opponent's action is illegal: then call ``reset``.
        """
        self._started()
        n, weight = self.num_envs, self._setup.weight
        before = self._advance() if weight else 0.0
        self._batch.step(actions)
        results = _Results(n, np.zeros(n, np.bool_))
        self._collect(results)
        self._answer(results)
        observations, mask = self._seen()
        if weight:
            over = results.over
            after = np.where(over, results.last_advance, self._advance())
            results.rewards += weight * (self._setup.discount * after - before)
        infos: dict[str, Any] = {}
        if results.over.any():
            ended = results.over.copy
            infos["final_obs"], infos["_final_obs"] = results.final, ended()
            final_mask = np.zeros((n, ball.ACTION_SPACE), np.int8)
            infos["final_info"] = {"action_mask": final_mask, "_action_mask": ended()}
            infos["_final_info"] = ended()
        infos["action_mask"], infos["_action_mask"] = mask, np.ones(n, np.bool_)
        return observations, results.rewards, results.terminated, results.truncated, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, bools of shape (num_envs, 945)."""
        self._started()
        return self._batch.action_mask.astype(np.bool_)

    def render(self) -> tuple[str, ...] | None:
        """The boards as texts."""
        if self.render_mode is None:
            gymnasium.logger.warn("render does nothing without a render_mode: pass render_mode='ansi'")
            return None
        return tuple(position.board() for position in self.positions)

    def __getstate__(self) -> dict[str, Any]:
        # Copies go through here too: a shallow one has games of its own, and shares the spaces only.
        state = self.__dict__.copy()
        for name in ("_batch", "_learner", "_opponent", "_np_random"):
            if name in state:
                state[name] = deepcopy(state[name])
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _started(self) -> NDArray[np.int8]:
        if self._learner is None:
            raise gymnasium.error.ResetNeeded("there are no games yet: call reset")
        return self._learner

    def _seen(self) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
        # The batch refills its arrays; what is given out has to last.
        return self._batch.observation.copy(), self._batch.action_mask.copy()

    def _draw_sides(self, new: NDArray[np.bool_]) -> None:
        """Gives the learner a side in games that start."""
        learner = self._started()
        if self._side == "random":
            learner[new] = self.np_random.integers(2, size=int(new.sum()))
        else:
            learner[new] = TEAMS.index(self._side)

    def _answer(self, results: _Results) -> None:
        """Lets the opponent play until the learner is to move everywhere."""
        while (waiting := self._batch.to_move != self._started()).any():
            self._batch.step(self._replies(waiting), where=waiting)
            self._collect(results)

    def _replies(self, waiting: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The opponent's action in each game in which it is to move; anything elsewhere."""
        batch, opponent = self._batch, self._opponent
        if type(opponent) is RandomOpponent:
            return batch.sample_actions()
        games = np.flatnonzero(waiting).tolist()
        positions = [batch.position(game) for game in games]
        actions = np.zeros(self.num_envs, np.int64)
        for game, position, action in zip(games, positions, replies(opponent, positions), strict=True):
            # Where illegal actions lose, the batch would take the opponent's for a loss.
            try:
                position.check(action)
                actions[game] = position.number(action)
            except (ball.BallError, TypeError) as error:
                raise wrong_reply(opponent, position, action, error) from error
        return actions

    def _collect(self, results: _Results) -> None:
        """Adds what the last step of the batch has done."""
        batch, learner = self._batch, self._started()
        earned = batch.reward[np.arange(self.num_envs), learner]
        # After the end of a game what the next one pays belongs to nobody: the learner has not decided anything in it.
        results.rewards += np.where(results.over, 0.0, earned)
        ended = batch.terminated | batch.truncated
        if not ended.any():
            return
        again = ended & results.over
        results.fruitless[again] += 1
        if results.fruitless.max() >= FRUITLESS:
            raise fruitless()
        new = ended & ~results.over
        results.terminated[new], results.truncated[new] = batch.terminated[new], batch.truncated[new]
        results.over |= new
        for game in np.flatnonzero(new).tolist():
            position = batch.final_position(game)
            assert position is not None
            player = int(learner[game])
            results.final[game] = self._setup.observe(position, TEAMS[player])
            if not batch.terminated[game]:
                results.last_advance[game] = -position.advance if player else position.advance
        self._draw_sides(ended)

    def _advance(self) -> NDArray[np.float64]:
        """How far the ball has come for the learner, who is to move everywhere: from -1.0 to 1.0."""
        seen = self._batch.observation
        if self._setup.form == "vector":
            row = seen[:, 155].astype(np.float64)
        else:
            # Planes 33 and 34 have the ball: docs/arrays.md.
            row = seen[:, 33:35].any(axis=(1, 3)).argmax(axis=1).astype(np.float64)
        return (row - 8.0) / 8.0
