import type { ButtonHTMLAttributes } from 'preact';
import { useLocale } from '../language/language.ts';

/** The classes of the looks. */
export const looks = {
  main: 'button button-main',
  small: 'button button-small',
  icon: 'icon-button',
  link: 'link-button',
} as const;

export interface ButtonProps extends Omit<ButtonHTMLAttributes, 'class'> {
  /** Default: an outlined button. */
  readonly look?: keyof typeof looks;
}

/** A button; one that sends a form has `type="submit"`. */
export function Button({ look, ...props }: ButtonProps) {
  return <button type="button" class={look ? looks[look] : 'button'} {...props} />;
}

/** A button with a cross, which closes what it is in. */
export function CloseButton({ isOverMap, onClick }: { isOverMap?: boolean; onClick(): void }) {
  const { words } = useLocale();
  const look = isOverMap ? 'map-card-close' : looks.icon;
  return (
    <button type="button" class={look} aria-label={words.close} onClick={onClick}>
      <span aria-hidden="true">×</span>
    </button>
  );
}
