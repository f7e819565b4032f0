"""Pages two on a sheet in the order of folding: print on both sides, fold, staple."""

from __future__ import annotations

import io

from kitgen.paper.sheets import SHEETS

BLANK = -1
"""A page without anything on it, where their number is no multiple of four."""


def folding_order(pages: int) -> list[tuple[int, int]]:
    """Give what lies left and right on each side of each sheet, front and back in turn.

    Args:
        pages: How many there are, 1 or more.

    Returns:
        Numbers of pages from 0, :data:`BLANK` for none. Sheets lie in each other; the outermost
        comes first.
    """
    padded = -(-pages // 4) * 4
    numbers = [number if number < pages else BLANK for number in range(padded)]
    sides = []
    for outer in range(0, padded // 2, 2):
        sides.append((numbers[padded - 1 - outer], numbers[outer]))
        sides.append((numbers[outer + 1], numbers[padded - 2 - outer]))
    return sides


MM = 72 / 25.4
"""Points in a millimetre."""


def folded(pdf: bytes, sheet: str) -> bytes:
    """Impose a PDF of small pages on sheets, each page in the middle of its half.

    Args:
        pdf: Its pages are no larger than half a sheet.
        sheet: Of :data:`kitgen.paper.sheets.PRINTED`; it lies across.

    Returns:
        A PDF without tags; the same input gives the same bytes.
    """
    import pikepdf

    with pikepdf.open(io.BytesIO(pdf)) as small, pikepdf.new() as sheets:
        whole = SHEETS[sheet]
        # Half an A4 sheet is half a millimetre wider than A5.
        width, height = MM * whole.height_mm, MM * whole.width_mm
        page_width, page_height = (float(value) for value in small.pages[0].mediabox[2:])
        margin, below = (width / 2 - page_width) / 2, (height - page_height) / 2
        for sides in folding_order(len(small.pages)):
            side = sheets.add_blank_page(page_size=(width, height))
            # pikepdf's own overlays have names by chance, which would differ each time.
            shown, drawn = pikepdf.Dictionary(), []
            for name, left, number in zip(
                ("/Left", "/Right"), (0.0, width / 2), sides, strict=True
            ):
                if number != BLANK:
                    shown[name] = sheets.copy_foreign(small.pages[number].as_form_xobject())
                    drawn.append(f"q 1 0 0 1 {left + margin:.4f} {below:.4f} cm {name} Do Q")
            side.Resources = pikepdf.Dictionary(XObject=shown)
            side.Contents = sheets.make_stream("\n".join(drawn).encode())
        sheets.Root.Lang = small.Root.get("/Lang", pikepdf.String("en"))
        title = small.docinfo.get("/Title")
        if title is not None:
            sheets.docinfo["/Title"] = title
        written = io.BytesIO()
        sheets.save(written, deterministic_id=True)
        return written.getvalue()
