import { type AdminSettings, changeSettingsEndpoint } from '@shop/contract/admin/settings'
import { settingsQuery } from './settings.queries.ts'
import { isSame } from './use-edited.ts'
import { type FormOptions, useSavedForm } from './use-saved-form.ts'

type Settings = Partial<AdminSettings>

type SettingsFormOptions<T> = Pick<FormOptions<typeof changeSettingsEndpoint, T>, 'present' | 'merge' | 'normalize'> & {
  /** The settings that the form is for. */
  toSettings: (value: T) => Settings
  /** What was saved, for the notification: "Texts". */
  what: string
}

/** A form of some settings. The backend says what is wrong with them. */
export function useSettingsForm<T>({ toSettings, what, ...options }: SettingsFormOptions<T>) {
  return useSavedForm(changeSettingsEndpoint, {
    ...options,
    findErrors: () => ({}),
    requestOf: (wanted, seen) => ({ body: changedSettings(toSettings(wanted), toSettings(seen)) }),
    writeSaved: (queryClient, saved) =>
      queryClient.setQueryData(settingsQuery.queryKey, (settings) => settings && { ...settings, ...toSettings(saved) }),
    done: `${what} saved. Every page shows them within a second`,
    refreshes: settingsQuery.queryKey,
  })
}

/** The settings that differ, so that a change of another one by somebody else is no conflict. */
function changedSettings(wanted: Settings, seen: Settings): { wanted: Settings; seen: Settings } {
  const before = new Map<string, unknown>(Object.entries(seen))
  const names = Object.entries(wanted).flatMap(([name, value]) => (isSame(value, before.get(name)) ? [] : [name]))
  const pick = (settings: Settings): Settings =>
    Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)))
  return { wanted: pick(wanted), seen: pick(seen) }
}
