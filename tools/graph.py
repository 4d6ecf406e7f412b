"""Graphs as the checks see them: nodes, and a function that gives a node's successors."""


def cycles_of(nodes, successors):
    """Strongly connected components of more than one node, or of one that follows itself (Tarjan's method without recursion)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []
    for start in nodes:
        if start in index:
            continue
        work = [(start, iter(successors(start)))]
        index[start] = low[start] = len(index)
        stack.append(start)
        on_stack.add(start)
        while work:
            node, rest = work[-1]
            for successor in rest:
                if successor not in index:
                    index[successor] = low[successor] = len(index)
                    stack.append(successor)
                    on_stack.add(successor)
                    work.append((successor, iter(successors(successor))))
                    break
                if successor in on_stack:
                    low[node] = min(low[node], index[successor])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    cut = stack.index(node)
                    component = stack[cut:]
                    del stack[cut:]
                    on_stack.difference_update(component)
                    if len(component) > 1 or node in successors(node):
                        found.append(sorted(component))
    return found
