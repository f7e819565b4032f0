"""The rules that can be seen on the board: where tiles may lie, whatever they spell."""

from collections import Counter
from collections.abc import Iterator

from wordstack.actions import Play
from wordstack.board import DIRECTIONS, HIDDEN, Board, Cell, letter_of
from wordstack.labels import BLANK
from wordstack.position import Position, is_known
from wordstack.reasons import PlacementCode, Reason
from wordstack.rulebook import Rulebook
from wordstack.rules_options import Stack


def hand_reasons(position: Position, play: Play, player: int) -> Iterator[Reason]:
    """Yield what is wrong before any tile is laid: the turn, the tiles, squares off the board."""
    if position.is_over:
        yield _reason("wrong_turn", "the game is over")
    elif player != position.turn:
        yield _reason("wrong_turn", f"it is the turn of player {position.turn + 1}")
    if not play.placements:
        yield _reason("no_tiles", "no tile is laid")
    if missing := _missing(position, play, player):
        names = ", ".join(position.rulebook.sorted(missing.elements()))
        yield _reason("tile_not_held", f"player {player + 1} does not hold {names}")
    off = [one.cell for one in play.placements if one.cell not in position.board]
    if off:
        yield _reason("off_board", "a square is off the board", *off)


def _missing(position: Position, play: Play, player: int) -> Counter[str]:
    """Return the tiles of a play that the player cannot hold.

    Nobody holds what is no tile: an unknown one, a blank that shows nothing, another that does.
    A tile that nobody has seen may be any, as long as the game has one more of its kind than have
    been seen.
    """
    rack = position.racks[player]
    letters = position.rulebook.profile.letters
    no_tiles = Counter(
        one.tile
        for one in play.placements
        if one.tile == HIDDEN or (one.shows not in letters if one.tile == BLANK else one.shows)
    )
    missing = Counter(one.tile for one in play.placements) - Counter(rack)
    if no_tiles:
        return missing | no_tiles
    if not missing or is_known(rack):
        return missing
    unseen = position.rulebook.unseen(tile for tile in position.all_tiles() if tile != HIDDEN)
    cannot_be = Counter(
        {
            tile: number - unseen[tile]
            for tile, number in missing.items()
            if tile in position.rulebook.tiles and number > unseen[tile]
        }
    )
    return cannot_be or (missing if missing.total() > rack.count(HIDDEN) else Counter())


def square_reasons(rulebook: Rulebook, before: Board, after: Board, play: Play) -> Iterator[Reason]:
    """Yield what is wrong with where tiles lie and on what.

    Args:
        rulebook: The rules.
        before: The board without the play.
        after: The board with it.
        play: At least one tile, all on the board.
    """
    cells = list(dict.fromkeys(Cell(one.row, one.col) for one in play.placements))
    yield from _line(after, cells)
    if before.is_empty:
        yield from _opening(rulebook, after, cells)
    elif not any(
        before.stack(cell) or any(map(before.stack, before.neighbours(cell))) for cell in cells
    ):
        yield _reason("not_connected", "it joins no tile that lay there before", *cells)
    yield from _stacking(rulebook.rules.stack, before, after, play, cells)
    yield from _covering(rulebook, before, after, cells)


def _line(after: Board, cells: list[Cell]) -> Iterator[Reason]:
    rows, cols = {cell.row for cell in cells}, {cell.col for cell in cells}
    if len(rows) > 1 and len(cols) > 1:
        yield _reason("not_in_line", "the tiles are not in one row or column", *cells)
        return
    between = [
        Cell(row, col)
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(cols), max(cols) + 1)
    ]
    if empty := [cell for cell in between if not after.stack(cell)]:
        yield _reason("gap", "a square between the tiles is empty", *empty)


def _opening(rulebook: Rulebook, after: Board, cells: list[Cell]) -> Iterator[Reason]:
    if not rulebook.start_cells.intersection(cells):
        yield _reason("first_move_centre", "the first word covers no start square", *cells)
    first = rulebook.rules.first_word
    longest = 0
    for cell in cells:
        for direction in DIRECTIONS:
            labels = [letter_of(after.stack(one)[-1]) for one in after.run(cell, direction)]
            length = len(labels)
            if first.min_unit == "letters":
                length = sum(character.isalpha() for label in labels for character in label)
            longest = max(longest, length)
    if longest < first.min:
        yield _reason(
            "first_move_min_length",
            f"the first word has {longest} of at least {first.min} {first.min_unit}",
            *cells,
        )


def _stacking(
    options: Stack, before: Board, after: Board, play: Play, cells: list[Cell]
) -> Iterator[Reason]:
    repeated = [
        cell
        for cell in cells
        if any(
            repeats(options, after.stack(cell)[:height], letter_of(after.stack(cell)[height]))
            for height in range(len(before.stack(cell)), len(after.stack(cell)))
        )
    ]
    if repeated:
        yield _reason("same_letter", "a letter covers itself", *repeated)
    if high := [cell for cell in cells if len(after.stack(cell)) > options.max_height]:
        yield _reason("max_height", f"a stack has more than {options.max_height} tiles", *high)
    laid = Counter(one.cell for one in play.placements)
    most = options.max_new_per_cell
    if many := [cell for cell in cells if laid[cell] > most]:
        yield _reason(
            "one_tile_per_stack_per_turn", f"more than {most} of the tiles are on one stack", *many
        )
    limit = options.max_stacked_cells_per_turn
    raised = [cell for cell in cells if before.stack(cell)]
    if limit is not None and len(raised) > limit:
        yield _reason("too_many_stacks", f"more than {limit} stacks are raised", *raised)


def repeats(options: Stack, below: tuple[str, ...], letter: str) -> bool:
    """Tell whether a letter may not lie on a stack because the stack has it already.

    Where the rule is about the whole stack, a tile that nobody has seen may be the same letter.

    Args:
        options: The options of stacking.
        below: The stack, from the bottom to the top.
        letter: What the next tile shows.
    """
    if not below or options.same_letter == "allow":
        return False
    if options.same_letter == "not_on_top":
        return letter_of(below[-1]) == letter
    return HIDDEN in below or letter in map(letter_of, below)


def _covering(
    rulebook: Rulebook, before: Board, after: Board, cells: list[Cell]
) -> Iterator[Reason]:
    options = rulebook.rules.cover
    if options.full_word == "allow":
        return
    laid = set(cells)
    covered: dict[tuple[Cell, ...], str] = {}
    for cell in cells:
        for direction in DIRECTIONS:
            word = before.run(cell, direction)
            if len(word) < 2 or not laid.issuperset(word):
                continue
            finished = after.run(cell, direction)
            if options.scope == "each_old_word" or laid.issuperset(finished):
                covered[word] = "".join(letter_of(before.stack(one)[-1]) for one in word)
    for word, text in covered.items():
        yield _reason("full_cover", f"every letter of {text} is covered", *word, words=(text,))


def _reason(
    code: PlacementCode, text: str, *cells: tuple[int, int], words: tuple[str, ...] = ()
) -> Reason:
    return Reason(code, "placement", text, tuple(Cell(*cell) for cell in cells), words)
