import type { TargetedKeyboardEvent, TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useLocale } from '../language/language.tsx';
import type { Subject } from '../subject/subject.ts';
import { readQuery } from './read-query.ts';
import { type Suggestion, subjectOf, subjectOfQuery } from './suggestion.ts';
import { SuggestionLine } from './suggestion-line.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface SearchBoxProps {
  /** The text of the shown subject; the box takes it when it changes. */
  readonly text: string;
  onSearch(subject: Subject): void;
}

/** The search box: a combobox after the ARIA practices; choosing from the list is optional. */
export function SearchBox({ text, onSearch }: SearchBoxProps) {
  const { words } = useLocale();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = useSuggestions(isOpen ? typed : undefined);
  const list = suggestions?.list ?? [];
  const isNone = isOpen && suggestions?.text === typed && list.length === 0;
  const hasList = isOpen && list.length > 0;

  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    onSearch(subjectOf(suggestion));
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = hasList ? list[active] : undefined;
    if (chosen) return choose(chosen);
    const subject = subjectOfQuery(readQuery(typed));
    if (!subject) return input.current?.focus();
    close();
    onSearch(subject);
  };
  const step = (by: 1 | -1) => {
    setIsOpen(true);
    // The position before the first and after the last suggestion is the box itself.
    setActive(before => ((before + 1 + by + list.length + 1) % (list.length + 1)) - 1);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (hasList || isNone) close();
      else setTyped('');
    } else if (event.key === 'Tab') {
      close();
    }
  };

  return (
    <search class="search">
      <form onSubmit={submit}>
        <label class="visually-hidden" for={`${id}-input`}>
          {words.search.label}
        </label>
        <input
          ref={input}
          id={`${id}-input`}
          class="search-input"
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={`${id}-list`}
          {...(hasList && active >= 0 && { 'aria-activedescendant': `${id}-${active}` })}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={256}
          placeholder={words.search.placeholder}
          value={typed}
          onInput={event => {
            setTyped(event.currentTarget.value);
            setIsOpen(true);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {typed !== '' && (
          <button
            type="button"
            class="search-clear"
            aria-label={words.search.clear}
            onClick={() => {
              setTyped('');
              input.current?.focus();
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
        <button type="submit" class="search-submit" aria-label={words.search.submit}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
            <circle cx="8.5" cy="8.5" r="5.5" />
            <path d="M12.5 12.5 17.5 17.5" />
          </svg>
        </button>
      </form>
      <div
        id={`${id}-list`}
        class="search-list"
        role="listbox"
        aria-label={words.search.suggestions}
        hidden={!hasList}
      >
        {hasList &&
          list.map((suggestion, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keyboard, by aria-activedescendant.
            <div
              key={index}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              class="search-option"
              aria-selected={index === active}
              // The box keeps the focus; a blur would close the list before the click arrives.
              onMouseDown={event => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <SuggestionLine suggestion={suggestion} />
            </div>
          ))}
      </div>
      {isNone && (
        <p class="search-none">{readQuery(typed).kind !== 'nothing' && words.search.none}</p>
      )}
      <p class="visually-hidden" role="status">
        {hasList && words.search.count(list.length)}
        {isNone && words.search.none}
      </p>
    </search>
  );
}
