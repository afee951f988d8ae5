import type { Settings } from '../config.ts';
import type { Text } from '../terminal/print.ts';

/** What a command has at hand when it runs. */
export interface CommandContext {
  /** Reads the settings, with other defaults than usual where given; a wrong one ends the command. */
  readonly settings: (defaults?: Readonly<Record<string, string>>) => Settings;
  /** What to say of settings that no longer exist. */
  readonly settingWarnings: () => readonly string[];
  /** Shows a text on standard output. */
  readonly print: (text: Promise<Text>) => Promise<void>;
}
