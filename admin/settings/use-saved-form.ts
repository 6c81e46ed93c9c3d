import type { Endpoint } from '@shop/contract/endpoint'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useUnsaved } from '../app/unsaved.tsx'
import { type ChangeRequest, useChange } from '../app/use-change.ts'
import { messageOf } from '../ui/error-state.tsx'
import { useEdited } from './use-edited.ts'

type Errors = Readonly<Record<string, string>>

type FormOptions<E extends Endpoint, T> = {
  /** What is in the shop now. */
  present: T
  /** What is wrong, by field as the backend names it; empty when nothing is. */
  findErrors: (value: T) => Errors
  /** `seen` is what the editing began with. */
  requestOf: (wanted: T, seen: T) => ChangeRequest<E>
  /** What is read of values after they were saved. */
  normalize: (value: T) => T
  /** What the query of `refreshes` holds once values are saved. */
  dataOf: (saved: T) => unknown
  /** Text of the notification on success. */
  done: string
  refreshes: QueryKey
  /** Called when values with errors were not sent. */
  onInvalid: (errors: Errors) => void
}

/** Values that are saved together, unless one is wrong or somebody else has changed them meanwhile. */
export function useSavedForm<E extends Endpoint, T>(endpoint: E, options: FormOptions<E, T>) {
  const { present, findErrors, requestOf, normalize, dataOf, done, refreshes, onInvalid } = options
  const { value, base, isChanged, hasNewer, set, takeTheirs, keepMine, finishSave } = useEdited(present)
  const queryClient = useQueryClient()
  const sent = useRef(value)
  const [found, setFound] = useState<Errors>({})
  const { change, isPending, error } = useChange(endpoint, {
    done,
    refreshes: [refreshes],
    onDone: () => {
      queryClient.setQueryData(refreshes, dataOf(sent.current))
      finishSave(normalize(sent.current), normalize)
    },
    showsError: true,
  })

  useUnsaved(isChanged && !isPending)

  function save(): void {
    if (isPending) return
    const errors = findErrors(value)
    setFound(errors)
    if (Object.keys(errors).length > 0) onInvalid(errors)
    else {
      sent.current = value
      change(requestOf(value, base))
    }
  }

  const errors: Errors = { ...(error instanceof AdminCallError ? error.fields : {}), ...found }
  return {
    value,
    set,
    errors,
    /** For the line above the fields; a conflict has a section of its own. */
    failure: error === null || hasNewer ? null : messageOf(error),
    hasNewer,
    takeTheirs,
    keepMine,
    isPending,
    canSave: isChanged && !hasNewer,
    save,
  }
}
