import type { Settings } from '../config.ts';
import type { Text } from '../terminal/print.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What a command gets from the program. */
export interface CommandContext {
  /** Reads the settings; `defaults` replace the usual ones. A wrong setting ends the command. */
  readonly settings: (defaults?: Readonly<Record<string, string>>) => Settings;
  /** Warnings about settings that no longer exist. */
  readonly settingWarnings: () => readonly string[];
  /** Prints a text on standard output. */
  readonly print: (text: Promise<Text>) => Promise<void>;
  readonly terminal: Terminal;
  /** Ends the command with the exit code 1, after it printed what was wrong. */
  readonly fail: () => void;
}
