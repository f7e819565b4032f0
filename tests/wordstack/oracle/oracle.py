"""A second statement of the rules, to hold the engine against: slow, plain, independent.

It imports nothing but the standard library and takes nothing but plain data. The rules come from
the texts (Hasbro 2006, WerdUp, the encyclopedia) and the table of disputes, not from the engine.

A position is a dict:

- ``size``: squares along a side;
- ``stacks``: ``{(row, column): [tile, ...]}`` bottom to top, occupied squares only;
- ``rack``: list of tiles held, or ``None`` where nobody knows (then no tile can be missing and no
  rack is emptied); ``rack_size``: tiles in a full rack;
- ``start_squares``: list of squares or ``None`` for the four in the middle.

A tile is its label; ``_`` on a rack is a blank and ``_A`` a blank laid as A. A play is a list of
``(row, column, tile)`` in the order in which the tiles are laid. ``options`` holds dotted keys
over `DEFAULTS`. ``words`` is a set of tuples of labels.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

Square = tuple[int, int]
Placement = tuple[int, int, str]
Play = tuple[Placement, ...]
Position = dict[str, Any]

DEFAULTS: dict[str, Any] = {
    "scoring.mode": "word_flat_or_stacked",
    "scoring.flat_points": 2,
    "scoring.stack_points": 1,
    "scoring.stack_count": "all_tiles",
    "first_word.min": 2,
    "first_word.min_unit": "tiles",
    "first_word.centre": "any_of_four",
    "bonus.all_tiles": 20,
    "bonus.all_tiles_requires": "rack_size",
    "bonus.tiles": {"Qu": 2},
    "bonus.when": "flat_word",
    "bonus.per": "word",
    "cover.full_word": "forbid",
    "cover.scope": "each_old_word",
    "stack.same_letter": "not_on_top",
    "stack.max_new_per_cell": 1,
    "stack.max_stacked_cells_per_turn": None,
    "stack.max_height": 5,
    "plural.rule": "s_append",
    "plural.double": "forbid",
    "plural.stacked_s": "allow",
    "plural.suffixes": ("S",),
}


class Word(NamedTuple):
    """A run of tiles that the play made or changed."""

    direction: str
    cells: tuple[Square, ...]
    tiles: tuple[str, ...]
    heights: tuple[int, ...]
    flat: bool
    points: int

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(face(tile) for tile in self.tiles)


class Verdict(NamedTuple):
    """What the rules say of a play; `placement` and `word` hold the reasons against it."""

    placement: frozenset[str]
    word: frozenset[str]
    words: tuple[Word, ...]
    letter_bonus: int
    bonus: int
    total: int

    @property
    def reasons(self) -> frozenset[str]:
        return self.placement | self.word

    @property
    def legal(self) -> bool:
        return not self.reasons


def face(tile: str) -> str:
    """Return the letter that a tile shows."""
    return tile[1:] if tile.startswith("_") and len(tile) > 1 else tile


def from_hand(tile: str) -> str:
    """Return what a laid tile was on the rack."""
    return "_" if tile.startswith("_") else tile


def run_through(occupied: Mapping[Square, Any], cell: Square, step: Square) -> list[Square]:
    """Return the longest unbroken row of occupied squares through one, in reading order."""
    row, column = cell
    while (row - step[0], column - step[1]) in occupied:
        row, column = row - step[0], column - step[1]
    run = []
    while (row, column) in occupied:
        run.append((row, column))
        row, column = row + step[0], column + step[1]
    return run


ACROSS, DOWN = (0, 1), (1, 0)
NAME = {ACROSS: "across", DOWN: "down"}


def runs(occupied: Mapping[Square, Any], cells: Iterable[Square]) -> list[tuple[Square, ...]]:
    """Return the different runs of two squares or more through any of the cells."""
    found: dict[tuple[Square, ...], None] = {}
    for cell in sorted(cells):
        for step in (ACROSS, DOWN):
            run = run_through(occupied, cell, step)
            if len(run) >= 2:
                found[tuple(run)] = None
    return list(found)


def start_squares(position: Position) -> set[Square]:
    """Return the squares of which an opening covers one."""
    if position.get("start_squares") is not None:
        return {(row, column) for row, column in position["start_squares"]}
    half = position["size"] // 2
    return {(row, column) for row in (half - 1, half) for column in (half - 1, half)}


def neighbours(cell: Square) -> tuple[Square, ...]:
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def judge(
    position: Position,
    placements: Iterable[Placement],
    options: Mapping[str, Any],
    words: set[tuple[str, ...]] | None,
) -> Verdict:
    """Judge one play.

    Args:
        position: Before the play.
        placements: Tiles in the order laid; any squares, any labels.
        options: Dotted keys that differ from `DEFAULTS`.
        words: Allowed words, or `None` where words are not judged.
    """
    rules = {**DEFAULTS, **options}
    play = tuple(placements)
    size, old = position["size"], position["stacks"]
    wrong: set[str] = set()
    if not play:
        return Verdict(frozenset({"no_tiles"}), frozenset(), (), 0, 0, 0)
    if position["rack"] is not None:
        missing = Counter(from_hand(tile) for _, _, tile in play) - Counter(position["rack"])
        if missing:
            wrong.add("tile_not_held")
    if any(not (0 <= row < size and 0 <= column < size) for row, column, _ in play):
        wrong.add("off_board")
        return Verdict(frozenset(wrong), frozenset(), (), 0, 0, 0)

    laid: dict[Square, list[str]] = {}
    for row, column, tile in play:
        laid.setdefault((row, column), []).append(tile)
    new = {cell: list(tiles) for cell, tiles in old.items()}
    for cell, tiles in laid.items():
        for tile in tiles:
            below = new.setdefault(cell, [])
            if _repeats(face(tile), list(map(face, below)), rules["stack.same_letter"]):
                wrong.add("same_letter")
            below.append(tile)
    if any(len(tiles) > rules["stack.max_new_per_cell"] for tiles in laid.values()):
        wrong.add("one_tile_per_stack_per_turn")
    if any(len(new[cell]) > rules["stack.max_height"] for cell in laid):
        wrong.add("max_height")
    limit = rules["stack.max_stacked_cells_per_turn"]
    if limit is not None and sum(cell in old for cell in laid) > limit:
        wrong.add("too_many_stacks")

    wrong |= _geometry(position, laid, new, rules)
    if rules["cover.full_word"] == "forbid" and _buries_a_word(old, laid, new, rules):
        wrong.add("full_cover")

    formed = runs(new, laid)
    if not old and len(laid) == 1 and "first_move_min_length" not in wrong:
        formed = [tuple(laid)]  # where a lone tile may open, it is a word; nowhere else
    if not formed and not wrong & {"not_in_line", "gap", "not_connected", "first_move_min_length"}:
        wrong.add("no_word")  # a lone tile covered: joined to nothing, no word changed
    bare = _bare_plurals(formed, laid, old, new, rules)
    doubtful: set[str] = set()
    if bare and rules["plural.rule"] != "off":
        (doubtful if rules["plural.rule"] == "referee" else wrong).add("plural_s")

    made = []
    for run in formed:
        shown = tuple(new[cell][-1] for cell in run)
        heights = tuple(len(new[cell]) for cell in run)
        direction = NAME[ACROSS] if len({row for row, _ in run}) == 1 else NAME[DOWN]
        points = _points(run, shown, heights, laid, rules)
        made.append(Word(direction, run, shown, heights, max(heights) == 1, points))
    if words is not None and any(word.labels not in words for word in made):
        doubtful.add("not_a_word")
    letter_bonus = _letter_bonus(made, laid, rules)
    bonus = rules["bonus.all_tiles"] if _all_tiles(position, play, rules) else 0
    total = sum(word.points for word in made) + letter_bonus + bonus
    return Verdict(frozenset(wrong), frozenset(doubtful), tuple(made), letter_bonus, bonus, total)


def _repeats(letter: str, below: list[str], rule: str) -> bool:
    if rule == "allow" or not below:
        return False
    return letter == below[-1] if rule == "not_on_top" else letter in below


def _geometry(
    position: Position,
    laid: Mapping[Square, Any],
    new: Mapping[Square, Any],
    rules: Mapping[str, Any],
) -> set[str]:
    """Where the tiles lie, whatever they show."""
    old = position["stacks"]
    wrong: set[str] = set()
    rows, columns = {row for row, _ in laid}, {column for _, column in laid}
    if len(rows) > 1 and len(columns) > 1:
        wrong.add("not_in_line")
    else:
        for row in range(min(rows), max(rows) + 1):
            for column in range(min(columns), max(columns) + 1):
                if (row, column) not in new:
                    wrong.add("gap")
    if old:
        if not any(cell in old or any(n in old for n in neighbours(cell)) for cell in laid):
            wrong.add("not_connected")
        return wrong
    if rules["first_word.centre"] != "none" and not start_squares(position) & set(laid):
        wrong.add("first_move_centre")
    longest = 0
    for run in runs(new, laid) or [(cell,) for cell in laid]:
        letters = [face(new[cell][-1]) for cell in run]
        if rules["first_word.min_unit"] == "letters":
            letters = [char for label in letters for char in label if char.isalpha()]
        longest = max(longest, len(letters))
    if longest < rules["first_word.min"]:
        wrong.add("first_move_min_length")
    return wrong


def _buries_a_word(
    old: Mapping[Square, Any],
    laid: Mapping[Square, Any],
    new: Mapping[Square, Any],
    rules: Mapping[str, Any],
) -> bool:
    """Whether a word that stood before has no tile left to see.

    By `finished_line` that is no fault as long as the line that the word became part of still
    shows some tile that lay there before.
    """
    for word in runs(old, [cell for cell in laid if cell in old]):
        if any(cell not in laid for cell in word):
            continue
        if rules["cover.scope"] == "each_old_word":
            return True
        step = ACROSS if word[0][0] == word[1][0] else DOWN
        if all(cell in laid for cell in run_through(new, word[0], step)):
            return True
    return False


def _bare_plurals(
    formed: list[tuple[Square, ...]],
    laid: Mapping[Square, Any],
    old: Mapping[Square, Any],
    new: Mapping[Square, Any],
    rules: Mapping[str, Any],
) -> list[tuple[Square, ...]]:
    """Return the words that are nothing but an older word with a plural ending put to it.

    A word is one when the tiles laid in it are exactly the ending, and before the ending stand
    two tiles or more that do not end like that already. It is excused when a tile of the ending
    also makes another word that is not such a plural itself (with `plural.double` allowed: any
    other word).
    """
    endings = {}
    for run in formed:
        for suffix in rules["plural.suffixes"]:
            ending = [cell for cell in run if cell in laid]
            stem = run[: len(run) - len(ending)]
            if tuple(ending) != run[len(stem) :] or len(stem) < 2:
                continue
            if "".join(face(new[cell][-1]) for cell in ending) != suffix:
                continue
            if "".join(face(new[cell][-1]) for cell in stem).endswith(suffix):
                continue
            if rules["plural.stacked_s"] == "allow" and any(cell in old for cell in ending):
                continue
            endings[run] = set(ending)
    bare = []
    for run, tail in endings.items():
        others = [other for other in formed if other != run and tail & set(other)]
        if rules["plural.double"] == "forbid":
            others = [other for other in others if other not in endings]
        if not others:
            bare.append(run)
    return bare


def _points(
    run: tuple[Square, ...],
    tiles: tuple[str, ...],
    heights: tuple[int, ...],
    laid: Mapping[Square, Any],
    rules: Mapping[str, Any],
) -> int:
    """What one word is worth, the bonus of letters in it included where that counts per word."""
    flat: int = rules["scoring.flat_points"]
    each: int = rules["scoring.stack_points"]
    spared = 1 if rules["scoring.stack_count"] == "added_tiles" else 0
    if rules["scoring.mode"] == "per_letter":
        points = sum(flat if height == 1 else each * (height - spared) for height in heights)
    elif max(heights) == 1:
        points = flat * len(heights)
    else:
        points = each * sum(height - spared for height in heights)
    if rules["bonus.per"] == "word":
        points += sum(_earned(run, tiles, heights, laid, rules).values())
    return points


def _earned(
    run: tuple[Square, ...],
    tiles: tuple[str, ...],
    heights: tuple[int, ...],
    laid: Mapping[Square, Any],
    rules: Mapping[str, Any],
) -> dict[Square, int]:
    """Return by square what the special letters of a word earn."""
    if rules["bonus.when"] == "flat_word" and max(heights) > 1:
        return {}
    return {
        cell: rules["bonus.tiles"][tile]
        for cell, tile in zip(run, tiles, strict=True)
        if tile in rules["bonus.tiles"] and (rules["bonus.when"] != "newly_placed" or cell in laid)
    }


def _letter_bonus(made: list[Word], laid: Mapping[Square, Any], rules: Mapping[str, Any]) -> int:
    """What special letters earn once a turn, however many words they stand in."""
    if rules["bonus.per"] == "word":
        return 0
    once: dict[Square, int] = {}
    for word in made:
        once.update(_earned(word.cells, word.tiles, word.heights, laid, rules))
    return sum(once.values())


def _all_tiles(position: Position, play: Play, rules: Mapping[str, Any]) -> bool:
    if rules["bonus.all_tiles_requires"] == "rack_size":
        return len(play) >= int(position["rack_size"])
    return position["rack"] is not None and len(play) == len(list(position["rack"]))


def canonical(play: Iterable[Placement]) -> Play:
    """Return the play with its squares in reading order, tiles of one square in the order laid."""
    return tuple(sorted(play, key=lambda placement: placement[:2]))


def lines(size: int) -> list[list[Square]]:
    """Return every row and every column."""
    rows = [[(row, column) for column in range(size)] for row in range(size)]
    return rows + [list(column) for column in zip(*rows, strict=True)]


def all_plays_blind(
    position: Position,
    options: Mapping[str, Any],
    words: set[tuple[str, ...]],
    letters: Sequence[str] = (),
) -> dict[Play, Verdict]:
    """Return every legal play by trying all squares of every line with all tiles of the rack.

    Nothing is known here of words or of how plays are found; the only cut is that squares which
    cannot be right whatever lies on them are not tried with letters.

    Args:
        position: With a known rack.
        options: As for `judge`.
        words: Allowed words.
        letters: What a blank may stand for.
    """
    rules = {**DEFAULTS, **options}
    rack, found = position["rack"], {}
    for line in lines(position["size"]):
        places = [cell for cell in line for _ in range(rules["stack.max_new_per_cell"])]
        for count in range(1, len(rack) + 1):
            for squares in set(combinations(places, count)):
                laid = dict.fromkeys(squares, ("?",))
                new = {**position["stacks"], **laid}
                if _geometry(position, laid, new, rules) - {"first_move_min_length"}:
                    continue
                for hand in set(permutations(rack, count)):
                    for tiles in product(*(_faces(tile, letters) for tile in hand)):
                        play = tuple(
                            (*cell, tile) for cell, tile in zip(squares, tiles, strict=True)
                        )
                        if canonical(play) in found:
                            continue
                        verdict = judge(position, play, options, words)
                        if verdict.legal:
                            found[canonical(play)] = verdict
    return found


def _faces(tile: str, letters: Sequence[str]) -> list[str]:
    return [f"_{letter}" for letter in letters] if tile == "_" else [tile]


def all_plays(
    position: Position,
    options: Mapping[str, Any],
    words: set[tuple[str, ...]],
    letters: Sequence[str] = (),
) -> dict[Play, Verdict]:
    """Return every legal play by laying every word on every stretch of every line.

    Each word is tried wherever it could lie, with every choice of tiles that would spell it
    there; `judge` decides. Words are cut only by letters that neither rack nor line has and by
    crossing runs that are no words, stretches by what no letter could mend.

    Args:
        position: With a known rack.
        options: As for `judge`.
        words: Allowed words.
        letters: What a blank may stand for that another tile of the same turn buries.
    """
    rules = {**DEFAULTS, **options}
    size, old = position["size"], position["stacks"]
    rack: Counter[str] = Counter(position["rack"])
    tops = {cell: face(tiles[-1]) for cell, tiles in old.items()}
    anchors = set(old) | {n for cell in old for n in neighbours(cell)}
    if not old:
        anchors = {cell for line in lines(size) for cell in line}
        if rules["first_word.centre"] != "none":
            anchors = start_squares(position)
    held = set(rack) - {"_"}
    found: dict[Play, Verdict] = {}

    @cache
    def may_cross(cell: Square, label: str, across: bool) -> bool:
        run = run_through({**tops, cell: label}, cell, DOWN if across else ACROSS)
        return len(run) < 2 or tuple(label if one == cell else tops[one] for one in run) in words

    by_need = _by_length(words)
    for line in lines(size):
        across = line[0][0] == line[1][0]
        on_line = {tops[cell] for cell in line if cell in tops}
        at_hand = {
            length: [word for kinds, word in same if len(kinds - held - on_line) <= rack["_"]]
            for length, same in by_need.items()
        }
        for begin in range(size):
            for end in range(begin + 1, size + 1):
                stretch = line[begin:end]
                if (begin and line[begin - 1] in old) or (end < size and line[end] in old):
                    continue
                if not anchors.intersection(stretch):
                    continue
                if sum(cell not in old for cell in stretch) > rack.total():
                    continue
                for word in at_hand.get(len(stretch), ()):
                    if not all(
                        tops.get(cell) == label or may_cross(cell, label, across)
                        for cell, label in zip(stretch, word, strict=True)
                    ):
                        continue
                    for play in _layings(stretch, word, tops, rack, rules, letters):
                        if canonical(play) in found:
                            continue
                        verdict = judge(position, play, options, words)
                        if verdict.legal:
                            found[canonical(play)] = verdict
    return found


def _by_length(words: set[tuple[str, ...]]) -> dict[int, list[tuple[frozenset[str], Any]]]:
    lengths: dict[int, list[tuple[frozenset[str], Any]]] = {}
    for word in words:
        lengths.setdefault(len(word), []).append((frozenset(word), word))
    return lengths


def _layings(
    stretch: list[Square],
    word: tuple[str, ...],
    tops: Mapping[Square, str],
    rack: Counter[str],
    rules: Mapping[str, Any],
    letters: Sequence[str],
) -> Iterator[Play]:
    """Yield every way to make a stretch of a line read a word with tiles of the rack."""
    choices: list[tuple[tuple[str, ...], ...]] = []
    burials: list[tuple[str, ...]] = [()]
    if rules["stack.max_new_per_cell"] > 1:
        hidden = [one for tile in rack for one in _faces(tile, letters)]
        burials = [
            under
            for count in range(rules["stack.max_new_per_cell"])
            for under in product(hidden, repeat=count)
        ]
    for cell, label in zip(stretch, word, strict=True):
        ways: list[tuple[str, ...]] = []
        if tops.get(cell) == label:
            ways.append(())
        if tops.get(cell) != label or rules["stack.same_letter"] == "allow" or len(burials) > 1:
            for tile in (label, f"_{label}"):
                if rack[from_hand(tile)]:
                    ways.extend((*under, tile) for under in burials)
        if not ways:
            return
        choices.append(tuple(ways))
    yield from _affordable(stretch, choices, 0, Counter(rack), [])


def _affordable(
    stretch: list[Square],
    choices: list[tuple[tuple[str, ...], ...]],
    index: int,
    left: Counter[str],
    play: list[Placement],
) -> Iterator[Play]:
    if index == len(choices):
        if play:
            yield tuple(play)
        return
    for tiles in choices[index]:
        needed = [from_hand(tile) for tile in tiles]
        for tile in needed:
            left[tile] -= 1
        if all(left[tile] >= 0 for tile in needed):
            onward = play + [(*stretch[index], tile) for tile in tiles]
            yield from _affordable(stretch, choices, index + 1, left, onward)
        for tile in needed:
            left[tile] += 1
