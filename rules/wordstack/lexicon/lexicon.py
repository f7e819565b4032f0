"""A lexicon: a set of words as rows of tiles, walked label by label."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from wordstack.errors import ProfileError, shown
from wordstack.lexicon.alphabet import Alphabet
from wordstack.lexicon.dawg import Automaton, minimal_automaton
from wordstack.profile import GameProfile

_MAGIC = b"WSLEX1\n"


class Lexicon:
    """Words as rows of tiles, in a minimal automaton (DAWG). Immutable; can be pickled.

    Nodes are whole numbers. A word is a path of labels from `root` to a node that is final:

        >>> lexicon = Lexicon.from_words(["quit", "quits"], load_profile("werdup"))
        >>> node = lexicon.root
        >>> for label in ("Qu", "I", "T"):
        ...     node = lexicon.children(node)[label]
        >>> lexicon.is_final(node), list(lexicon.children(node))
        (True, ['S'])
        >>> ("Qu", "I", "T") in lexicon
        True

    Two lexicons are equal where they have the same words over the same labels, whatever they are
    called.
    """

    __slots__ = ("_automaton", "_children", "_labels", "_name", "_sha256", "_size")

    def __init__(
        self, name: str, labels: Sequence[str], automaton: Automaton, *, size: int, sha256: str
    ) -> None:
        """Wrap an automaton over indices of labels; see `from_words` and `from_tilings`."""
        self._name = name
        self._labels = tuple(labels)
        self._automaton = automaton
        self._size = size
        self._sha256 = sha256
        # One dictionary a node, made once: the walk of a move generator is nothing but look-ups.
        self._children: tuple[dict[str, int], ...] = tuple(
            {self._labels[label]: node for label, node in arcs} for arcs in automaton.arcs
        )

    @classmethod
    def from_words(
        cls,
        words: Iterable[str | Sequence[str]],
        alphabet: Alphabet | GameProfile,
        *,
        name: str = "words",
    ) -> "Lexicon":
        """Make a lexicon of exactly these words, in any case; only accents are folded.

        No reason of a word list's intake (capitals, length, short words) leaves one out: what
        cannot be laid is refused.

        Args:
            words: Spellings (`"quit"`), or words tile by tile (`("Qu", "I", "T")`).
            alphabet: The tiles, or the profile that has them.
            name: What the lexicon is called.

        Raises:
            ProfileError: A word has a letter that no tile has, or is empty.
        """
        if isinstance(alphabet, GameProfile):
            alphabet = Alphabet.of(alphabet)
        rules = alphabet.rules
        tilings: set[tuple[int, ...]] = set()
        for word in words:
            if isinstance(word, str):
                found = alphabet.tilings(rules.fold(rules.lower(word), alphabet.characters))
            else:
                found = (alphabet.indices(word),) if word else ()
            if not found:
                raise ProfileError(f"{name}: {shown(word)} cannot be laid with the letters given")
            tilings.update(found)
        return cls.from_tilings(sorted(tilings), alphabet.labels, name=name)

    @classmethod
    def from_tilings(
        cls, tilings: Sequence[tuple[int, ...]], labels: Sequence[str], *, name: str
    ) -> "Lexicon":
        """Make a lexicon of words that are given as indices of labels.

        Args:
            tilings: The words, sorted, none twice, none empty.
            labels: The labels, at most 256.
            name: What the lexicon is called.
        """
        digest = hashlib.sha256()
        for tiling in tilings:
            digest.update(" ".join([labels[index] for index in tiling]).encode() + b"\n")
        automaton = minimal_automaton(tilings)
        return cls(name, labels, automaton, size=len(tilings), sha256=digest.hexdigest())

    @property
    def name(self) -> str:
        """What the lexicon is called, such as `english-70`."""
        return self._name

    @property
    def labels(self) -> tuple[str, ...]:
        """All labels of the alphabet, in its order."""
        return self._labels

    @property
    def sha256(self) -> str:
        """Digest of the words: a line each in the order of iteration, labels joined by a space."""
        return self._sha256

    @property
    def root(self) -> int:
        """The node where every word begins."""
        return 0

    @property
    def node_count(self) -> int:
        """Number of nodes of the automaton."""
        return len(self._children)

    def children(self, node: int) -> Mapping[str, int]:
        """Return the labels that may follow, in the order of the alphabet, and where they lead."""
        return self._children[node]

    def is_final(self, node: int) -> bool:
        """Tell whether the path to a node is a word."""
        return self._automaton.final[node]

    def __contains__(self, tiles: object) -> bool:
        if isinstance(tiles, str) or not isinstance(tiles, Sequence):
            raise TypeError(f'a word is a row of tiles such as ("Qu", "A"), not {tiles!r}')
        node = 0
        for tile in tiles:
            onward = self._children[node].get(tile)
            if onward is None:
                return False
            node = onward
        return self._automaton.final[node]

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        """Give the words in the order of the alphabet, a word before what it begins."""
        walk: list[tuple[int, tuple[str, ...]]] = [(0, ())]
        while walk:
            node, word = walk.pop()
            if self._automaton.final[node]:
                yield word
            onward = [(child, (*word, label)) for label, child in self._children[node].items()]
            walk.extend(reversed(onward))

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Lexicon):
            return NotImplemented
        return (self._sha256, self._labels) == (other._sha256, other._labels)

    def __hash__(self) -> int:
        return hash((self._sha256, self._labels))

    def __repr__(self) -> str:
        return f"<Lexicon {self._name}: {self._size} words, {self.node_count} nodes>"

    def __reduce__(self) -> tuple[Callable[[bytes], "Lexicon"], tuple[bytes]]:
        return Lexicon.from_bytes, (self.to_bytes(),)

    def to_bytes(self) -> bytes:
        """Write the lexicon in its compact form; the same words always give the same bytes."""
        head = {
            "name": self._name,
            "labels": self._labels,
            "sha256": self._sha256,
            "words": self._size,
        }
        line = json.dumps(head, ensure_ascii=True, sort_keys=True).encode() + b"\n"
        return _MAGIC + line + self._automaton.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> "Lexicon":
        """Read what `to_bytes` wrote.

        Raises:
            ValueError: The bytes are something else.
        """
        end = data.find(b"\n", len(_MAGIC))
        if not data.startswith(_MAGIC) or end < 0:
            raise ValueError("not a lexicon of this form")
        head = json.loads(data[len(_MAGIC) : end])
        automaton = Automaton.from_bytes(data[end + 1 :])
        return cls(
            head["name"],
            head["labels"],
            automaton,
            size=head["words"],
            sha256=head["sha256"],
        )
