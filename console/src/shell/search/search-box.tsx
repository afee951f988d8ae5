import type { TargetedKeyboardEvent, TargetedSubmitEvent } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { subjectText } from '../../state/subject/subject-text.ts';
import { useLocale } from '../../tools/language/language.ts';
import { readQuery } from './read-query.ts';
import { SearchNote } from './search-note.tsx';
import {
  type Bias,
  isWhole,
  keyOf,
  type Suggestion,
  subjectOf,
  subjectOfQuery,
} from './suggestion.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface SearchBoxProps {
  /** The text of the shown subject; the box takes it when it changes. */
  readonly text: string;
  /** What the page shows: another one drops the text that was not sent. */
  readonly bar: AddressBar;
  bias(): Bias;
  onSearch(subject: Subject): void;
}

/** What is typed, and the suggestions for it. */
function useTyped({ text, bar, bias }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const isEdited = useRef(false);
  const [typed, setTyped] = useState(text);
  const [isOpen, setIsOpen] = useState(false);
  // By key: a list that arrives late must not put another suggestion under the cursor.
  const [activeKey, setActiveKey] = useState<string>();
  const isAsking = isOpen && typed.trim() !== '';
  const suggestions = useSuggestions(isAsking ? typed : undefined, bias);
  const list = suggestions?.list ?? [];
  const active = list.findIndex(suggestion => keyOf(suggestion) === activeKey);
  useEffect(() => {
    // The answer to an earlier search must not overwrite what is being typed.
    if (!isEdited.current || document.activeElement !== input.current) setTyped(text);
  }, [text]);
  const shownText = useRef(text);
  shownText.current = text;
  // `bar` is another object after each step to another page.
  useEffect(() => {
    isEdited.current = false;
    setTyped(shownText.current);
    setIsOpen(false);
  }, [bar]);

  const close = () => {
    setIsOpen(false);
    setActiveKey(undefined);
  };
  /** Takes the text of what is searched for. */
  const settle = (next: string) => {
    isEdited.current = false;
    setTyped(next);
    close();
  };
  const edit = (next: string) => {
    isEdited.current = true;
    setTyped(next);
    setIsOpen(true);
    setActiveKey(undefined);
  };
  const step = (by: 1 | -1) => {
    setIsOpen(true);
    // The position before the first and after the last suggestion is the box itself.
    const next = ((active + 1 + by + list.length + 1) % (list.length + 1)) - 1;
    setActiveKey(list[next] && keyOf(list[next]));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    // These keys belong to the input method while it composes a character.
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (event.altKey) return event.key === 'ArrowDown' ? setIsOpen(true) : close();
      step(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isAsking) close();
      else edit('');
    } else if (event.key === 'Tab') {
      close();
    }
  };
  const open = () => setIsOpen(true);
  return {
    input,
    typed,
    isAsking,
    suggestions,
    list,
    active,
    open,
    close,
    settle,
    edit,
    onKeyDown,
  };
}

/** The search box: a combobox after the ARIA practices; choosing from the list is optional. */
export function SearchBox(props: SearchBoxProps) {
  const { words, language } = useLocale();
  const id = useId();
  const box = useTyped(props);
  const { input, typed, isAsking, suggestions, list, active, close, edit } = box;
  const wasFocused = useRef(false);
  const hasList = isAsking && list.length > 0;
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  const search = (subject: Subject) => {
    box.settle(subjectText(subject, undefined, language));
    props.onSearch(subject);
  };
  const choose = (suggestion: Suggestion) => search(subjectOf(suggestion));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = hasList ? list[active] : undefined;
    if (chosen) return choose(chosen);
    const query = readQuery(typed);
    const only = list.length === 1 && suggestions?.text === typed ? list[0] : undefined;
    if (only && (query.kind === 'kaekStart' || isWhole(typed, only))) return choose(only);
    const subject = subjectOfQuery(query);
    if (subject) return search(subject);
    box.open();
    return input.current?.focus();
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
          maxLength={2_000}
          placeholder={words.search.placeholder}
          value={typed}
          onInput={event => edit(event.currentTarget.value)}
          onKeyDown={box.onKeyDown}
          onMouseDown={() => {
            wasFocused.current = document.activeElement === input.current;
          }}
          // The first click replaces the text, the next one places the cursor.
          onClick={() => !wasFocused.current && input.current?.select()}
          onBlur={close}
        />
        {typed !== '' && (
          <button
            type="button"
            class="search-clear"
            aria-label={words.search.clear}
            onClick={() => {
              edit('');
              input.current?.focus();
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
        <button type="submit" class="search-submit" aria-label={words.search.label}>
          <Magnifier />
        </button>
      </form>
      <div class="search-popup" hidden={!isAsking}>
        <SuggestionList id={id} list={hasList ? list : []} active={active} onChoose={choose} />
        {isAsking && <SearchNote typed={typed} suggestions={suggestions} />}
      </div>
      <p class="visually-hidden" role="status">
        {hasList && suggestions?.text === typed && words.search.count(list.length)}
      </p>
    </search>
  );
}

function Magnifier() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
      <circle cx="8.5" cy="8.5" r="5.5" />
      <path d="M12.5 12.5 17.5 17.5" />
    </svg>
  );
}
