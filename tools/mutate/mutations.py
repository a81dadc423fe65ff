"""Mutations: which small changes a module's source can undergo, and the changed source itself."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Function:
    """The outermost function around a mutation; its code can be exchanged without an import."""

    name: str
    line: int


@dataclass(frozen=True)
class Mutant:
    """One change of one module.

    `name` says what changes and is unique in its module. It has no line number, so it outlives
    changes elsewhere in the file. `function` is None if the change takes effect on import.
    """

    module: str
    name: str
    lines: range
    function: Function | None
    site: int
    variant: int


def mutants(module: str, source: str) -> list[Mutant]:
    """Return every mutant of a module that compiles to something else than the original."""
    found: list[Mutant] = []
    names: Counter[str] = Counter()
    for i, site in enumerate(_sites(ast.parse(source))):
        variants = list(_variants(site.node))
        original = _compiled(site.block) if variants else None
        for j, new in enumerate(variants):
            name = _name(site, new)
            names[name] += 1
            if _changes(site, new, original):
                suffix = f" ({names[name]})" if names[name] > 1 else ""
                found.append(Mutant(module, name + suffix, site.lines, site.function, i, j))
    return found


def mutate(source: str, mutant: Mutant) -> ast.Module:
    """Return the syntax tree of the source with this mutation."""
    tree = ast.parse(source)
    site = _sites(tree)[mutant.site]
    _put(site, list(_variants(site.node))[mutant.variant])
    return tree


def code_of(module: CodeType, function: Function) -> CodeType:
    """Return the code of a function in the code of its module."""
    for const in module.co_consts:
        if isinstance(const, CodeType):
            if (const.co_qualname, const.co_firstlineno) == (function.name, function.line):
                return const
            if function.name.startswith(f"{const.co_qualname}."):
                return code_of(const, function)
    raise LookupError(function.name)


def _changes(site: _Site, new: ast.AST, original: CodeType | None) -> bool:
    """Tell whether the block that the site is in compiles, to something else than the original."""
    _put(site, new)
    mutated = _compiled(new if site.node is site.block else site.block)
    site.replace(site.node)
    return mutated is not None and (original is None or _shape(mutated) != _shape(original))


def _shape(code: CodeType) -> object:
    """Return what the code does, without its places in the source."""
    consts = [_shape(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts


def _put(site: _Site, new: ast.AST) -> None:
    site.replace(ast.fix_missing_locations(ast.copy_location(new, site.node)))


def _compiled(block: ast.AST) -> CodeType | None:
    assert isinstance(block, ast.stmt)
    flags = annotations.compiler_flag
    try:
        code = compile(ast.Module([block], []), "<mutant>", "exec", flags, dont_inherit=True)
    except SyntaxError:
        return None
    assert isinstance(code, CodeType)
    return code


def _name(site: _Site, new: ast.AST) -> str:
    name = f"{site.scope}: {_words(site.node)} -> {_words(new)}"
    is_short = isinstance(site.node, ast.Constant | ast.Break | ast.Continue)
    return f"{name} in {_words(site.statement)}" if is_short else name


# Where a mutation may happen


class _Site(NamedTuple):
    node: ast.AST
    replace: Callable[[ast.AST], None]
    context: _Context

    @property
    def scope(self) -> str:
        return ".".join(self.context.scope) or "module"

    @property
    def lines(self) -> range:
        return _own_lines(self.statement)

    @property
    def function(self) -> Function | None:
        # Without `super()` a method has no cell for its class: other code cannot take its place.
        uses = {part.id for part in ast.walk(self.node) if isinstance(part, ast.Name)}
        return None if "super" in uses else self.context.function

    @property
    def statement(self) -> ast.stmt:
        return self.context.statements[-1]

    @property
    def block(self) -> ast.stmt:
        """The function or, outside of functions, the statement of the module around the site."""
        functions = [s for s in self.context.statements if isinstance(s, ast.FunctionDef)]
        return (functions or self.context.statements)[0]


class _Context(NamedTuple):
    scope: tuple[str, ...] = ()
    statements: tuple[ast.stmt, ...] = ()
    function: Function | None = None


# Annotations and decorators do nothing that a test could see; an assertion is itself a test.
_SKIPPED_FIELDS = {"annotation", "returns", "decorator_list", "bases"}
_SKIPPED_NODES = (ast.Assert, ast.Import, ast.ImportFrom)


def _sites(tree: ast.Module) -> list[_Site]:
    return list(_walk(tree, _Context()))


def _walk(node: ast.AST, context: _Context) -> Iterator[_Site]:
    for child, field, replace in _children(node):
        if isinstance(child, _SKIPPED_NODES) or _is_for_types(child):
            continue
        inner = _entered(node, field, child, context)
        yield _Site(child, replace, inner)
        yield from _walk(child, inner)


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, str, Callable[[ast.AST], None]]]:
    for field, value in ast.iter_fields(node):
        if field in _SKIPPED_FIELDS:
            continue
        if isinstance(value, ast.AST):
            yield value, field, _setter(node, field)
        elif isinstance(value, list):
            for i, item in enumerate(value):
                if isinstance(item, ast.AST):
                    yield item, field, _item_setter(value, i)


def _setter(node: ast.AST, field: str) -> Callable[[ast.AST], None]:
    return lambda new: setattr(node, field, new)


def _item_setter(items: list[Any], i: int) -> Callable[[ast.AST], None]:
    return lambda new: items.__setitem__(i, new)


def _entered(parent: ast.AST, field: str, child: ast.AST, context: _Context) -> _Context:
    is_body = isinstance(parent, ast.FunctionDef) and field == "body"
    if is_body and context.function is None:
        line = min(part.lineno for part in (parent, *parent.decorator_list))  # type: ignore[attr-defined]
        context = context._replace(function=Function(".".join(context.scope), line))
    if isinstance(child, ast.FunctionDef | ast.ClassDef):
        context = context._replace(scope=(*context.scope, child.name))
    if isinstance(child, ast.stmt):
        context = context._replace(statements=(*context.statements, child))
    return context


def _own_lines(statement: ast.stmt) -> range:
    """Return the lines of a statement without those of the block that it opens."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    if not body:
        return range(statement.lineno, (statement.end_lineno or 0) + 1)
    first = body[0].pattern.lineno if isinstance(body[0], ast.match_case) else body[0].lineno
    return range(statement.lineno, max(first, statement.lineno + 1))


def _is_for_types(node: ast.AST) -> bool:
    match node:
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Constant()):
            return True  # a docstring
        case _:
            return False


def _words(node: ast.AST, most: int = 70) -> str:
    shown = copy.copy(node)
    for name in ("body", "orelse", "cases"):
        if isinstance(getattr(shown, name, None), list):
            setattr(shown, name, [])
    text = " ".join(ast.unparse(shown).split())
    return text if len(text) <= most else f"{text[: most - 3]}..."


# What may become of a node


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    for kind, change in _CHANGES:
        if isinstance(node, kind):
            yield from change(node)


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    for i, op in enumerate(node.ops):
        for other in _COMPARISONS[type(op)]:
            ops = [*node.ops[:i], other(), *node.ops[i + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}


def _binary(node: ast.BinOp) -> Iterator[ast.AST]:
    yield ast.BinOp(node.left, _OPERATORS[type(node.op)](), node.right)
    if isinstance(node.op, ast.Add | ast.Sub | ast.BitOr | ast.BitAnd):
        yield node.left  # numbers and sets alike: what if the second did not count?


def _augmented(node: ast.AugAssign) -> Iterator[ast.AST]:
    yield ast.AugAssign(node.target, _OPERATORS[type(node.op)](), node.value)
    yield ast.Pass()


def _boolean(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for i in range(len(node.values)):
        rest = node.values[:i] + node.values[i + 1 :]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _unary(node: ast.UnaryOp) -> Iterator[ast.AST]:
    yield node.operand


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool(value):
            yield ast.Constant(not value)
        case int(value):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case float(value):
            yield ast.Constant(value * 1.01 or 0.01)
        case _:
            pass  # nobody should have to test each letter of a message


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[ast.AST]:
    forced = (False,) if isinstance(node, ast.While) else (True, False)
    for value in forced:
        new = copy.copy(node)
        new.test = ast.Constant(value)
        yield new


def _filter(node: ast.comprehension) -> Iterator[ast.AST]:
    for i in range(len(node.ifs)):
        ifs = node.ifs[:i] + node.ifs[i + 1 :]
        yield ast.comprehension(node.target, node.iter, ifs, node.is_async)


def _guard(node: ast.match_case) -> Iterator[ast.AST]:
    if node.guard:
        yield ast.match_case(node.pattern, None, node.body)


def _returned(node: ast.Return) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield ast.Return(ast.Constant(True))
        yield ast.Return(ast.Constant(False))
    elif node.value is None:
        yield ast.Pass()
    elif not isinstance(node.value, ast.Constant):
        yield ast.Return(ast.Constant(None))


def _removed(_: ast.AST) -> Iterator[ast.AST]:
    yield ast.Pass()


def _unassigned(node: ast.Assign | ast.AnnAssign) -> Iterator[ast.AST]:
    # A local name that is not set is only an error that any test shows.
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    if isinstance(targets[0], ast.Attribute | ast.Subscript) and node.value:
        yield ast.Pass()


def _break(_: ast.Break) -> Iterator[ast.AST]:
    yield ast.Continue()


def _continue(_: ast.Continue) -> Iterator[ast.AST]:
    yield ast.Break()


_FUNCTIONS = {
    "sorted": "list",
    "reversed": "iter",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}

_METHODS = {
    "popleft": "pop",
    "appendleft": "append",
    "issubset": "issuperset",
    "issuperset": "issubset",
    "union": "intersection",
    "intersection": "union",
    "startswith": "endswith",
    "endswith": "startswith",
}


def _call(node: ast.Call) -> Iterator[ast.AST]:
    match node.func:
        case ast.Name(id="range"):
            yield from _shifted_range(node)
        case ast.Name(id=name) if name in _FUNCTIONS:
            keywords = [] if name == "sorted" else node.keywords
            yield ast.Call(ast.Name(_FUNCTIONS[name], ast.Load()), node.args, keywords)
            yield from _without_key(node)
        case ast.Attribute(attr=name) if name in _METHODS:
            func = ast.Attribute(node.func.value, _METHODS[name], ast.Load())
            yield ast.Call(func, node.args, node.keywords)


def _without_key(node: ast.Call) -> Iterator[ast.AST]:
    keywords = [keyword for keyword in node.keywords if keyword.arg != "key"]
    if len(keywords) < len(node.keywords):
        yield ast.Call(node.func, node.args, keywords)


def _shifted_range(node: ast.Call) -> Iterator[ast.AST]:
    for i, bound in enumerate(node.args[:2]):
        if not isinstance(bound, ast.Constant):
            for shifted in _shifted(bound):
                yield ast.Call(node.func, [*node.args[:i], shifted, *node.args[i + 1 :]], [])


def _slice(node: ast.Slice) -> Iterator[ast.AST]:
    if node.lower and not isinstance(node.lower, ast.Constant):
        yield from (ast.Slice(lower, node.upper, node.step) for lower in _shifted(node.lower))
    if node.upper and not isinstance(node.upper, ast.Constant):
        yield from (ast.Slice(node.lower, upper, node.step) for upper in _shifted(node.upper))


def _shifted(bound: ast.expr) -> Iterator[ast.expr]:
    yield ast.BinOp(bound, ast.Add(), ast.Constant(1))
    yield ast.BinOp(bound, ast.Sub(), ast.Constant(1))


_CHANGES: tuple[tuple[Any, Callable[[Any], Iterator[ast.AST]]], ...] = (
    (ast.Compare, _compare),
    (ast.BinOp, _binary),
    (ast.AugAssign, _augmented),
    (ast.BoolOp, _boolean),
    (ast.UnaryOp, _unary),
    (ast.Constant, _constant),
    ((ast.If, ast.IfExp, ast.While), _condition),
    (ast.comprehension, _filter),
    (ast.match_case, _guard),
    (ast.Return, _returned),
    ((ast.Expr, ast.Raise, ast.Delete), _removed),
    ((ast.Assign, ast.AnnAssign), _unassigned),
    (ast.Break, _break),
    (ast.Continue, _continue),
    (ast.Call, _call),
    (ast.Slice, _slice),
)
