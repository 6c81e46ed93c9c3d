import { type AdminSettings, changeSettingsEndpoint } from '@shop/contract/admin/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { AdminCallError } from '../app/call.ts'
import { useChange } from '../app/use-change.ts'
import { messageOf } from '../ui/error-state.tsx'
import { settingErrors } from './setting-errors.ts'
import { settingsQuery } from './settings.queries.ts'

type Settings = Partial<AdminSettings>

/**
 * Saves some settings; `onSaved` lets go of what was typed for them, so that the fields follow the shop again. Where
 * somebody else changed one of them meanwhile, nothing is saved and the field says what it says now; saving once more
 * replaces that.
 */
export function useSettingsChange(seen: AdminSettings, onSaved: (saved: Settings) => void) {
  const queryClient = useQueryClient()
  const sent = useRef<Settings>({})
  const { change, isPending, error } = useChange(changeSettingsEndpoint, {
    done: 'Saved. Every page says so within a second',
    refreshes: [settingsQuery.queryKey],
    onDone: () => {
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...sent.current })
      onSaved(sent.current)
    },
    showsError: true,
  })
  const fields = error instanceof AdminCallError ? settingErrors(error.fields) : {}
  return {
    isPending,
    /** What is wrong with each setting, by its key. */
    fields,
    /** For the line above the form; null when it stands beside a field. */
    failure: error === null || (Object.keys(fields).length > 0 && !isConflict(error)) ? null : failureOf(error),
    save: (wanted: Settings) => {
      sent.current = wanted
      const keys = Object.keys(wanted)
      change({ body: { wanted, seen: Object.fromEntries(Object.entries(seen).filter(([key]) => keys.includes(key))) } })
    },
  }
}

function isConflict(error: unknown): boolean {
  return error instanceof AdminCallError && error.status === 409
}

function failureOf(error: unknown): string {
  return isConflict(error)
    ? 'Somebody else changed this meanwhile. Save once more to replace it by what you wrote.'
    : messageOf(error)
}
