"""Connected components of a graph given as an edge list, in numpy alone."""

import numpy as np
from numpy.typing import NDArray


def components(count: int, a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.intp]:
    """Label the connected components of an undirected graph.

    Minimum labels are hooked over all edges at once and then pointer-jumped until nothing
    changes, which takes about log2(count) rounds.

    Args:
        count: number of nodes.
        a: (e,) int, one end of each edge.
        b: (e,) int, the other end.

    Returns:
        (count,) int labels; the label of a component is its smallest node.
    """
    label = np.arange(count, dtype=np.intp)
    while True:
        low = np.minimum(label[a], label[b])
        hooked = label.copy()
        # Hooking the roots as well as the nodes lets whole trees merge in one round.
        for end in (a, b):
            np.minimum.at(hooked, label[end], low)
            np.minimum.at(hooked, end, low)
        while True:
            jumped = hooked[hooked]
            if np.array_equal(jumped, hooked):
                break
            hooked = jumped
        if np.array_equal(hooked, label):
            return label
        label = hooked
