"""The second tier: settings with arithmetic of their own. Every answer about them names the tier."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..exact import Numbers
from ..setting import Setting
from ..text import united
from . import bent_links, federated, lemmas, local_steps, messages, privacy, projection, push_sum

Open = Callable[[dict[str, Any], dict[str, Any], Numbers], Setting]


def second(open_: Open) -> Open:
    """The family, whose values are numbers and whose words name the tier."""

    def opened(setting: dict[str, Any], options: dict[str, Any], numbers: Numbers) -> Setting:
        found = open_(setting, options, numbers)

        def entered(x: Any) -> Any:
            return numbers.rational(int(x)) if isinstance(x, int) else x

        def entering(compute: Callable[..., Any]) -> Callable[..., Any]:
            return lambda *t: entered(compute(*t))

        constants = {name: entering(x) if callable(x) else entered(x) for name, x in found.constants.items()}
        metrics = {name: entering(metric) for name, metric in found.metrics.items()}
        return replace(
            found, constants=constants, metrics=metrics, described=f"second tier: {found.described}"
        )

    return opened


_PARTS = (bent_links, federated, lemmas, local_steps, messages, privacy, projection, push_sum)
FAMILIES: dict[str, Open] = {
    name: second(open_) for name, open_ in united(*(part.FAMILIES for part in _PARTS)).items()
}
