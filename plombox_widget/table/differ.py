"""What has to be painted anew when a region changes: the shapes that differ, and those that touch them."""

import math
from collections.abc import Sequence

from plombox_widget.table.shapes import Box, Region, Scene, Shape, bounds

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""


def changed(scene: Scene, previous: Scene | None) -> tuple[str, ...]:
    """Names of the regions that differ: all of them if the picture is built in another way."""
    if previous is None:
        return scene.names
    frame = (scene.width, scene.height, scene.names) == (previous.width, previous.height, previous.names)
    pairs = tuple(zip(scene.regions, previous.regions, strict=False))
    if not frame or pairs[0][0] != pairs[0][1] or any(new[1].rect != old[1].rect for new, old in pairs):
        return scene.names
    return tuple(
        name for (name, new), (_, old) in pairs if (new.ground, new.shapes) != (old.ground, old.shapes)
    )


def difference(new: Region, old: Region) -> Region:
    """A region that, painted over ``old``, shows ``new``: wiped patches, then the shapes on them.

    Shapes that touch are one piece. A piece that holds a shape that came, went or changed its place in the
    order is wiped and painted whole, so that no soft edge is painted twice.
    """
    if not new.ground or new.ground != old.ground:
        return new
    kept = set(new.shapes) & set(old.shapes)
    if [shape for shape in new.shapes if shape in kept] != [shape for shape in old.shapes if shape in kept]:
        return new
    shapes = [*new.shapes, *(shape for shape in old.shapes if shape not in kept)]
    edges = [_reach(shape) for shape in shapes]
    stale = {i for i, shape in enumerate(shapes) if shape not in kept}
    grown = list(stale)
    while grown:
        one = edges[grown.pop()]
        touched = [i for i, other in enumerate(edges) if i not in stale and _touch(one, other)]
        stale.update(touched)
        grown += touched
    patches = _outermost([edges[i] for i in stale])
    wipes = [Box(x0, y0, x1 - x0, y1 - y0, new.ground) for x0, y0, x1, y1 in patches]
    drawn = [shape for i, shape in enumerate(new.shapes) if i in stale]
    return new._replace(ground="", shapes=(*wipes, *drawn))


def _reach(shape: Shape) -> Edges:
    """The whole pixels that a shape may colour."""
    left, top, right, bottom = bounds(shape)
    if isinstance(shape, Box):
        return left, top, right, bottom
    return math.floor(left - 0.5), math.floor(top - 0.5), math.ceil(right + 0.5), math.ceil(bottom + 0.5)


def _touch(a: Edges, b: Edges) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _outermost(edges: Sequence[Edges]) -> list[Edges]:
    """Without those that lie inside another."""
    found: list[Edges] = []
    for one in sorted(set(edges), key=lambda e: (e[0] - e[2]) * (e[3] - e[1])):
        if not any(o[0] <= one[0] and o[1] <= one[1] and one[2] <= o[2] and one[3] <= o[3] for o in found):
            found.append(one)
    return found
