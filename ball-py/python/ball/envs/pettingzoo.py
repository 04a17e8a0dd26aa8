"""BALL as an environment of PettingZoo: both coaches, one decision after another.

``player_0`` is ATK, ``player_1`` is DEF, who has the first turn. A coach makes several decisions in a row, so
``agent_selection`` names the same agent again and again: ask it, never alternate.

>>> import numpy as np
>>> from ball.envs.pettingzoo import env
>>> game = env(max_turns=60)
>>> game.reset(seed=1)
>>> draw = np.random.default_rng(1)
>>> total = {"player_0": 0.0, "player_1": 0.0}
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     total[agent] += reward
...     if termination or truncation:
...         action = None
...     else:
...         action = draw.choice(np.flatnonzero(observation["action_mask"]))
...     game.step(action)
>>> sum(total.values()), game.agents
(0.0, [])

An observation is a dict. ``"observation"``, uint8, is the board as that agent's coach sees it (``docs/arrays.md``),
DEF's turned by half a turn. ``"action_mask"``, int8, is 1 at the numbers of the legal actions, and all 0 for the agent
that is not to move and at the end; it is in ``infos[agent]["action_mask"]`` as well. Action numbers are those of the
agent to move.

Rewards are 1.0 to the agent that scores and -1.0 to the other, at a draw 0.0 to both. ``rewards`` has what the last
step paid each agent; ``last`` gives an agent all that it was paid since its own last step. So a game ends in which
``player_0`` scores:

=================== ===================== ============================ =====================================
step                ``rewards``           ``last`` of ``player_0``     ``last`` of ``player_1``
=================== ===================== ============================ =====================================
player_1 decides    0.0, 0.0              reward 0.0                   reward 0.0
player_0 scores     1.0, -1.0             reward 1.0, terminated       reward -1.0, terminated
player_0: ``None``  of player_1: 0.0      gone                         reward -1.0, terminated
player_1: ``None``  none                  gone                         gone, ``agents`` is empty
=================== ===================== ============================ =====================================

A touchdown, or the ``turn_limit`` of the ruleset (a draw), terminates a game; ``max_turns`` and ``max_cycles`` truncate
it. Either is told to both agents at once.

After ``import ball.envs.pettingzoo`` PettingZoo 1.27 makes the same with ``pettingzoo.make("aec", "ball/ball-v0")``.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any, SupportsFloat, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import ball
from ball.envs._common import Form, Match, Move, OnIllegal, Rules, Setup, Start, one_of
from ball.values import Team

try:
    import pettingzoo
    from gymnasium import logger, spaces
    from gymnasium.utils import seeding
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise ImportError(
        f'ball.envs.pettingzoo needs PettingZoo ({error}); install it with: pip install "ball-engine[pettingzoo]"'
    ) from error

__all__ = ["env", "raw_env"]

AGENTS = ("player_0", "player_1")
VIEWS: dict[str, Team] = {"player_0": "atk", "player_1": "def"}
#: What a step changes in place, so that a copy needs its own.
CHANGING = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")


class raw_env(pettingzoo.AECEnv):  # type: ignore[misc] # noqa: N801, its name in every environment of PettingZoo
    """The environment without wrappers: see the module, and :func:`env` for the usual one.

    - ``ruleset``: ``"standard"``, ``"cards"``, a :class:`ball.Ruleset` or what one is made of.
    - ``max_turns``: turns, both coaches' counted together, after which a game is truncated, 1 to 65535.
    - ``max_cycles``: decisions, both coaches' counted together, after which it is; PettingZoo's name for it.
    - ``observation``: ``"planes"``, of shape (planes, 17, 13), or ``"vector"``, of one dimension.
    - ``start``: a :class:`ball.Position` or its text that games start from, or several of which each draws one;
      ``None``: the formation.
    - ``random_opening``: random decisions played first, 0 to 1000; it stops short of one that would end the game.
    - ``on_illegal``: what an illegal action does: ``"error"`` raises, with nothing changed, ``"lose"`` loses the game.
    - ``shaping``: weight w of a reward for the ball's way, 0: none. A decision then earns ``player_0``
      w * (``discount`` * ``advance`` after it - ``advance`` before it) on top and ``player_1`` the opposite;
      ``advance``, of :class:`ball.Position`, counts as 0 once the game has terminated.
    - ``render_mode``: ``"ansi"``: ``render`` gives the board as text; ``"human"``: every step prints it.

    Copies and pickles keep the game and all that will be drawn.

    Raises ``ValueError`` or ``TypeError`` for a keyword out of range or of the wrong type, :class:`ball.BallError` for
    a ruleset or position that is none.

    >>> from ball.envs.pettingzoo import raw_env
    >>> game = raw_env("cards", observation="vector", max_turns=20)
    >>> game.reset(seed=1)
    >>> game.agent_selection, game.observe("player_1")["observation"].shape
    ('player_1', (193,))
    >>> game.step(game.position.number("H11-G10"))
    >>> game.agent_selection, game.position.ap
    ('player_1', 1)
    >>> game.step(1)
    Traceback (most recent call last):
    ball.IllegalAction: M1: the X on J11 can't move to J13
    """

    metadata: dict[str, Any] = {  # noqa: RUF012, as in the base class
        "name": "ball_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
        "render_fps": 4,
    }

    # The base class is not typed.
    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    _cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _match: Match

    def __init__(
        self,
        ruleset: Rules = "standard",
        *,
        max_turns: SupportsIndex | None = None,
        max_cycles: SupportsIndex | None = None,
        observation: Form = "planes",
        start: Start = None,
        random_opening: SupportsIndex = 0,
        on_illegal: OnIllegal = "error",
        shaping: SupportsFloat = 0.0,
        discount: SupportsFloat = 1.0,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._setup = Setup.of(
            ruleset,
            max_turns=max_turns,
            max_cycles=max_cycles,
            observation=observation,
            start=start,
            random_opening=random_opening,
            on_illegal=on_illegal,
            shaping=shaping,
            discount=discount,
        )
        if render_mode is not None:
            one_of("render_mode", render_mode, tuple(self.metadata["render_modes"]))
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        board = spaces.Box(0, 255, self._setup.shape, np.uint8)
        seen = spaces.Dict({"observation": board, "action_mask": spaces.Box(0, 1, (ball.ACTION_SPACE,), np.int8)})
        # A space for each agent: whoever seeds one does not seed the other.
        self.observation_spaces = {agent: deepcopy(seen) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(ball.ACTION_SPACE) for agent in AGENTS}
        self._planes = observation == "planes"
        self._random: np.random.Generator = seeding.np_random()[0]
        self._begin(self._setup.begin(self._random))

    @property
    def position(self) -> ball.Position:
        """The position now. ``reset(options={"position": ...})`` starts in another."""
        return self._match.position

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent observes, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        """The space of an agent's actions, always the same object. ``sample`` takes the mask."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game.

        ``seed`` makes all that is drawn follow from it; without one the drawing goes on. ``options["position"]``, a
        :class:`ball.Position` or its text, is where this game starts, as it is; other options are left alone.

        Raises :class:`ball.BallError` if that position is none, is of another ruleset, or is over.
        """
        position = self._setup.given(options)
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        self._begin(self._setup.begin(self._random, position))
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, new arrays but for its mask; at any time, after the end too."""
        view = VIEWS[agent]
        position = self._match.position
        seen = position.observation(view=view) if self._planes else position.observation_vector(view=view)
        # Wrappers end games from outside, so it is for the dicts to say whether one goes on.
        if agent == self.agent_selection and self._mask is not None and not self.terminations.get(agent, True):
            return {"observation": seen, "action_mask": self._mask}
        return {"observation": seen, "action_mask": np.zeros(ball.ACTION_SPACE, np.int8)}

    def state(self) -> NDArray[np.uint8]:
        """The board as ATK sees it, whoever is to move."""
        return self._setup.observe(self._match.position, "atk")

    def step(self, action: Move | None) -> None:
        """Plays the decision of ``agent_selection``: an action number; ``None`` once that agent is finished.

        Raises :class:`ball.IllegalAction` with the rule that forbids the action and :class:`ball.InvalidAction` if the
        number is none, unless they lose; ``ValueError`` for an action of a finished agent, ``RuntimeError`` after both
        are gone. Nothing has then changed.
        """
        agent = self.agent_selection
        if agent not in self.terminations:
            raise RuntimeError("the game is over and both agents are gone: call reset")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise TypeError(f"{agent} is to decide and not finished: its action is a number, not None")
        match = self._match
        before = match.position
        try:
            earned = match.play(action)
        except ball.BallError:
            if not self._setup.loses:
                raise
            earned = match.forfeit()
        if self._setup.weight:
            earned += match.shaped(before)
        self.rewards = {"player_0": earned, "player_1": 0.0 - earned}
        total = self._cumulative_rewards
        total[agent] = 0.0
        if earned:
            total["player_0"] += earned
            total["player_1"] -= earned
        self._show()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text in mode ``"ansi"``; prints it in mode ``"human"``."""
        if self.render_mode is None:
            logger.warn("render does nothing without a render_mode: pass render_mode='ansi' or 'human'")
            return None
        board = self._match.position.board()
        if self.render_mode == "ansi":
            return board
        print(board)
        return None

    def close(self) -> None:
        """Nothing is held that has to be released."""

    def __getstate__(self) -> dict[str, Any]:
        # Copies go through here too: a shallow one is a game of its own, and shares the spaces only.
        state = self.__dict__.copy()
        for name in CHANGING:
            state[name] = state[name].copy()
        state["_match"] = self._match.copy()
        state["_random"] = deepcopy(self._random)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def _begin(self, match: Match) -> None:
        self._match = match
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._show()

    def _show(self) -> None:
        """Tells the agents how the game stands."""
        match = self._match
        position = match.position
        waiting = np.zeros(ball.ACTION_SPACE, np.int8)
        if match.terminated or match.truncated:
            self.terminations = dict.fromkeys(AGENTS, match.terminated)
            self.truncations = dict.fromkeys(AGENTS, match.truncated)
            mask, self._mask = np.zeros(ball.ACTION_SPACE, np.int8), None
        else:
            mask = self._mask = position.action_mask()
        if position.team == "atk":
            self.agent_selection = "player_0"
            self.infos = {"player_0": {"action_mask": mask}, "player_1": {"action_mask": waiting}}
        else:
            self.agent_selection = "player_1"
            self.infos = {"player_0": {"action_mask": waiting}, "player_1": {"action_mask": mask}}


def env(*, terminate_illegal: bool = False, **keywords: Any) -> Any:  # noqa: ANN401, a wrapper of PettingZoo
    """The environment with the wrappers that assert that actions are in the space and calls in order.

    ``keywords`` are those of :class:`raw_env`. An illegal action raises. With ``terminate_illegal`` PettingZoo's
    ``TerminateIllegalWrapper`` is around it as well: an illegal action then ends the game, terminated and truncated at
    once, with -1 to the agent and 0 to the other, which is not zero-sum. ``on_illegal="lose"`` is the zero-sum way.

    >>> from ball.envs.pettingzoo import env
    >>> game = env(on_illegal="lose", render_mode="ansi")
    >>> game.reset(options={"position": "atk=D7,F15,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=F15 turn=2 "
    ...     "move=atk phase=action ap=2"})
    >>> game.agent_selection
    'player_0'
    >>> game.step(game.position.number("F15-E16"))
    >>> game.rewards
    {'player_0': 1.0, 'player_1': -1.0}
    >>> print(game.render().splitlines()[-4])
    turn 2, touchdown, ATK has won
    """
    wrapped: Any = raw_env(**keywords)
    if terminate_illegal:
        wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


# PettingZoo has a registry from 1.27 on.
if hasattr(pettingzoo, "aec_registry") and "ball/ball-v0" not in pettingzoo.aec_registry:
    pettingzoo.register("aec", "ball/ball-v0", entry_point=f"{__name__}:env")
