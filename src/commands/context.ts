import type { Settings } from '../config.ts';
import type { Text } from '../terminal/print.ts';

/** What a command has at hand when it runs. */
export interface CommandContext {
  /** Reads the settings; a wrong one ends the command. */
  readonly settings: () => Settings;
  /** Shows a text on standard output. */
  readonly print: (text: Promise<Text>) => Promise<void>;
}
