import type { Call } from '@shop/contract/http/call'
import { type AdminSettings, adminSettings } from '@shop/contract/settings/admin'
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { AdminCallError } from '../../app/call.ts'
import { type ChangeRequest, useChange } from '../../app/changes/use-change.ts'
import { useUnsaved } from '../../app/frame/unsaved.tsx'
import { focusFirstErrorIn } from '../../ui/form.tsx'
import { messageOf } from '../../ui/states.tsx'
import { settingsQuery } from '../settings.queries.ts'
import { isSame, type Merge, useEdited } from './use-edited.ts'

type Errors = Readonly<Record<string, string>>

export type FormOptions<E extends Call, T> = {
  /** The shop's current values. */
  present: T
  merge: Merge<T>
  /** Errors by field as the backend names it; empty when nothing is. */
  findErrors: (value: T) => Errors
  /** `seen` is what the editing began with. */
  requestOf: (wanted: T, seen: T) => ChangeRequest<E>
  /** Parses the values after they were saved. */
  normalize?: (value: T) => T
  /** Writes saved values to where `present` is read from. */
  writeSaved: (queryClient: QueryClient, saved: T) => void
  /** Text of the notification on success. */
  done: string
  refreshes: QueryKey
  /** Asks before values are sent that may be a mistake; without it nothing is asked. */
  ask?: (value: T, seen: T, send: () => void) => void
  /** Called when values with errors were not sent. */
  onInvalid?: (errors: Errors) => void
}

/**
 * Values that are saved together, unless one is wrong or someone else has changed the same in the meantime: then both versions
 * are shown, and nothing is overwritten unasked.
 */
export function useSavedForm<E extends Call, T>(endpoint: E, options: FormOptions<E, T>) {
  const {
    present,
    merge,
    findErrors,
    requestOf,
    normalize = same,
    writeSaved,
    done,
    refreshes,
    onInvalid,
    ask,
  } = options
  const { value, base, isChanged, hasConflict, set, rebase, takeTheirs, finishSave } = useEdited(present, merge)
  const queryClient = useQueryClient()
  const sent = useRef(value)
  const form = useRef<HTMLFormElement>(null)
  const [found, setFound] = useState<Errors>({})
  const [isChoosing, setChoosing] = useState(false)
  const { change, isPending, error, conflict, reset } = useChange(endpoint, {
    done,
    refreshes: [refreshes],
    onDone: () => {
      writeSaved(queryClient, sent.current)
      finishSave(normalize(sent.current), normalize)
    },
    showsError: true,
  })

  const isOpen = hasConflict && (isChoosing || conflict !== null)
  useUnsaved(isChanged && !isPending)
  useEffect(() => {
    if (error !== null && !isOpen) focusFailure(form.current)
  }, [error, isOpen])

  function send(seen: T): void {
    rebase(seen)
    const errors = findErrors(value)
    setFound(errors)
    if (Object.keys(errors).length > 0) {
      onInvalid?.(errors)
      focusFirstErrorIn(form.current)
    } else {
      const go = () => {
        if (change(requestOf(value, seen))) sent.current = value
      }
      if (ask === undefined) go()
      else ask(value, seen, go)
    }
  }

  function choose(action: () => void): void {
    setChoosing(false)
    form.current?.focus({ preventScroll: true })
    action()
  }

  // The values of a conflict stand in its dialog.
  const rejected = error instanceof AdminCallError && conflict === null ? settingErrors(error.fields) : {}
  const errors: Errors = { ...rejected, ...found }
  const choice = {
    /** Who changed it, in a sentence. */
    ...(conflict === null ? {} : { said: messageOf(conflict) }),
    onKeepMine: () => choose(() => send(present)),
    onTakeTheirs: () =>
      choose(() => {
        takeTheirs()
        reset()
      }),
  }
  return {
    formRef: form,
    value,
    set,
    errors,
    /** For the line beside the button; `null` when all that is wrong stands beside fields or in the dialog. */
    failure: error === null || isOpen || Object.keys(rejected).length > 0 ? null : messageOf(error),
    /** The choices of the dialog with both versions; `null` while there are none. */
    choice: isOpen ? choice : null,
    isPending,
    canSave: isChanged,
    save: () => {
      if (isPending) return
      if (hasConflict) setChoosing(true)
      else send(base)
    },
  }
}

function same<T>(value: T): T {
  return value
}

/** The button has lost the focus while it was disabled: it goes to what is wrong, or else back to the button. */
function focusFailure(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]')
    const target = wrong ?? form?.querySelector<HTMLElement>('[type=submit]')
    target?.focus()
  })
}

/** The address has a form of its own. */
type Settings = Partial<Omit<AdminSettings, 'shopAddress'>>

type SettingsFormOptions<T> = Pick<
  FormOptions<typeof adminSettings.changeSettings, T>,
  'present' | 'merge' | 'normalize'
> & {
  /** The settings that the form is for. */
  toSettings: (value: T) => Settings
  /** The name of what was saved, for the notification: "Texts". */
  what: string
}

/** A form of some settings. The backend says what is wrong with them. */
export function useSettingsForm<T>({ toSettings, what, ...options }: SettingsFormOptions<T>) {
  return useSavedForm(adminSettings.changeSettings, {
    ...options,
    findErrors: () => ({}),
    requestOf: (wanted, seen) => ({ body: changedSettings(toSettings(wanted), toSettings(seen)) }),
    writeSaved: (queryClient, saved) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...toSettings(saved) }),
    done: `${what} saved. Every page shows them within a second`,
    refreshes: settingsQuery.queryKey,
  })
}

/** The settings that differ, so a change of another one by someone else is no conflict. */
function changedSettings(wanted: Settings, seen: Settings): { wanted: Settings; seen: Settings } {
  const before = new Map<string, unknown>(Object.entries(seen))
  const names = Object.entries(wanted).flatMap(([name, value]) => (isSame(value, before.get(name)) ? [] : [name]))
  const pick = (settings: Settings): Settings =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
  return { wanted: pick(wanted), seen: pick(seen) }
}

/** Errors in each setting or a part of one, as a sentence: `wanted.notices.3` is `notices.3` here. */
export function settingErrors(fields: Errors): Errors {
  return Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [field.replace(/^wanted\./, ''), sentenceOf(message)]),
  )
}

function sentenceOf(message: string): string {
  if (message === 'must not be empty') return 'Please fill this in.'
  return message.startsWith('m') ? `This ${message}.` : message
}

/** The error in a text of several lines: in one line, which is named, or in all. */
export function lineError(fields: Errors, key: string): string | undefined {
  const [name = '', message] = Object.entries(fields).find(([field]) => field.split('.')[0] === key) ?? []
  const index = name.split('.')[1]
  return index === undefined ? message : `Line ${Number(index) + 1}: ${message}`
}
