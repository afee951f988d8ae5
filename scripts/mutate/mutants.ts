import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** One small change of a source file. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly changed: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly operator?: string;
  readonly [key: string]: unknown;
}

/** Operators, and what they become. */
const operators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '**': '*',
  '&': '|',
  '|': '&',
  '<<': '>>',
  '>>': '<<',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
};

/** Parts of the syntax of types around an expression. All other types are skipped. */
const wrappers = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];

/** All small changes of a TypeScript file that leave valid code. */
export function mutantsOf(file: string, text = readFileSync(file, 'utf8')): Mutant[] {
  const mutants: Mutant[] = [];
  const add = (start: number, end: number, changed: string) => {
    const line = text.slice(0, start).split('\n').length;
    mutants.push({ file, line, start, end, changed });
  };
  walk(parseSync(file, text).program, node => change(node, text, add));
  return mutants.filter(({ start, end, changed }) => {
    const { errors } = parseSync(file, text.slice(0, start) + changed + text.slice(end));
    return errors.length === 0;
  });
}

type Add = (start: number, end: number, changed: string) => void;

function change(node: Node, text: string, add: Add): void {
  const { type, start, end, operator = '' } = node;
  const own = text.slice(start, end);
  if (operator in operators && 'right' in node && !isText(node)) {
    const [from, to] = [(node.left as Node).end, (node.right as Node).start];
    add(from, to, text.slice(from, to).replace(operator, operators[operator]!));
  }
  if (type === 'UnaryExpression' && (operator === '!' || operator === '-')) {
    add(start, end, own.slice(1));
  }
  if (type === 'Literal' && typeof node.value === 'number') add(start, end, `(${own} + 1)`);
  if (type === 'Literal' && typeof node.value === 'boolean') add(start, end, String(!node.value));
  if (type === 'MemberExpression' && own === 'Math.min') add(start, end, 'Math.max');
  if (type === 'MemberExpression' && own === 'Math.max') add(start, end, 'Math.min');
  if (type === 'IfStatement' || type === 'ConditionalExpression') {
    const test = node.test as Node;
    add(test.start, test.end, `!(${text.slice(test.start, test.end)})`);
  }
  if (type === 'ReturnStatement' && node.argument && own !== 'return undefined;') {
    add(start, end, 'return undefined;');
  }
  const isRemoved = /^(Expression|Throw|Continue|Break)Statement$/.test(type);
  if (isRemoved) add(start, end, ';');
}

/** Whether an operation joins texts. */
function isText({ left, right }: Node): boolean {
  return [left, right].some(
    side => (side as Node).type === 'TemplateLiteral' || typeof (side as Node).value === 'string',
  );
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  if (!isNode(value) || value.type === 'ImportDeclaration') return;
  if (value.type.startsWith('TS') && !wrappers.includes(value.type)) return;
  visit(value);
  for (const inner of Object.values(value)) walk(inner, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
