import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A regular expression of the sources, or the place where one is built from other text. */
export interface Pattern {
  readonly file: string;
  readonly line: number;
  /** Undefined where the sources do not show it: `new RegExp(parts.join('|'))`. */
  readonly source: string | undefined;
  readonly flags: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** The regular expressions in a TypeScript file: literals, calls of RegExp, `pattern` of schemas. */
export function findPatterns(file: string, text = readFileSync(file, 'utf8')): Pattern[] {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  const found: Pattern[] = [];
  const add = ({ start }: Node, source: string | undefined, flags: string) =>
    found.push({ file, line: text.slice(0, start).split('\n').length, source, flags });
  walk(program, node => {
    const regex = node.regex as { pattern: string; flags: string } | undefined;
    if (node.type === 'Literal' && regex) add(node, regex.pattern, regex.flags);
    else if (isSchemaPattern(node)) add(node, textOf(node.value as Node), 'u');
    else if (isCallOfRegExp(node)) {
      const [source, flags] = (node.arguments as Node[]).map(textOf);
      add(node, flags === undefined && hasFlags(node) ? undefined : source, flags ?? '');
    }
  });
  return found;
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (isNode(value)) {
    visit(value);
    for (const inner of Object.values(value)) walk(inner, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isCallOfRegExp(node: Node): boolean {
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  return isCall && (node.callee as Node).name === 'RegExp';
}

function hasFlags(node: Node): boolean {
  return (node.arguments as Node[]).length > 1;
}

/** JSON Schema's keyword with a text, as in `Type.String({ pattern: '^[0-9]+$' })`. */
function isSchemaPattern(node: Node): boolean {
  if (node.type !== 'Property') return false;
  const isKeyword = (node.key as Node).name === 'pattern';
  return isKeyword && textOf(node.value as Node) !== undefined;
}

function textOf(node: Node): string | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}
