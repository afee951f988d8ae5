import type { GazetteerPlace } from '../index/place-index.ts';

type Kind = GazetteerPlace['kind'];

/** A word beside the name of a place that gives its kind. */
interface Label {
  readonly kinds: readonly Kind[];
  /** Whether the label may also be a part of the name, so that a place called so comes first. */
  readonly isGuess: boolean;
}

const areas: readonly Kind[] = ['regional_unit', 'region', 'landscape'];
const parts: readonly Kind[] = ['municipality', 'municipal_unit', 'settlement', 'quarter'];

/** Labels, folded, by the kinds they mean; `_` is a space inside a label. */
const before = labels([
  [['municipality'], false, 'δημοσ δημου dimos dimou'],
  [['municipality'], true, 'δ d'],
  [areas, false, 'νομοσ νομου nomos nomou πε περιφερεια περιφερειασ'],
  [areas, false, 'περιφερειακη_ενοτητα περιφερειακησ_ενοτητασ'],
  [[...areas, 'island'], true, 'ν n'],
  [parts, true, 'κοινοτητα κοινοτητασ οικισμοσ οικισμου τδ δδ δε δκ'],
  [parts, true, 'δημοτικη_ενοτητα δημοτικησ_ενοτητασ δημοτικο_διαμερισμα'],
  [parts, true, 'τοπικη_κοινοτητα δημοτικη_κοινοτητα'],
  [parts, true, 'πολη πολησ πολεωσ κεντρο kentro'],
  [['municipality', 'island'], true, 'χωρα chora hora xora xwra'],
]);
const after = labels([
  [parts, true, 'κεντρο kentro πολη poli town city centre center downtown'],
  [['municipality', 'island'], true, 'χωρα chora hora xora xwra'],
]);

function labels(rows: readonly (readonly [readonly Kind[], boolean, string])[]) {
  return new Map(
    rows.flatMap(([kinds, isGuess, list]) =>
      list.split(' ').map((label): [string, Label] => {
        return [label.replace('_', ' '), { kinds, isGuess }];
      }),
    ),
  );
}

interface Word {
  readonly text: string;
}

/** A name without its label. */
interface Labelled<W extends Word> extends Label {
  readonly name: readonly W[];
}

/** The ways to take one label from a name: `Δήμος Αθηναίων`, `Αθήνα Κέντρο`, `Π.Ε. Αχαΐας`. */
export function withoutLabel<W extends Word>(words: readonly W[]): Labelled<W>[] {
  const textOf = (some: readonly W[]) => some.map(({ text }) => text).join(' ');
  const found = [
    { label: before.get(textOf(words.slice(0, 1))), name: words.slice(1) },
    { label: before.get(textOf(words.slice(0, 2))), name: words.slice(2) },
    { label: after.get(textOf(words.slice(-1))), name: words.slice(0, -1) },
  ];
  return found.flatMap(({ label, name }) => (label && name.length > 0 ? [{ ...label, name }] : []));
}

/** Whether words are only the label of a main town: `Χώρα, Άνδρος`, `Αθήνα (Κέντρο)`. */
export function isOnlyLabel(words: readonly Word[]): boolean {
  return words.length === 1 && /^(?:κεντρο|kentro|χωρα|chora|hora|xora|xwra)$/.test(words[0]!.text);
}
