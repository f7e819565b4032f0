"""The refusal of an action."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordstack.ruling import Ruling


class IllegalActionError(ValueError):
    """An action that the rules do not allow here; nothing was changed.

    Attributes:
        codes: What rules it breaks, such as `full_cover` or `bag_too_small`.
        ruling: The ruling, where the action was a play.
    """

    def __init__(self, text: str, *codes: str, ruling: "Ruling | None" = None) -> None:
        super().__init__(text)
        self.codes = codes
        self.ruling = ruling
