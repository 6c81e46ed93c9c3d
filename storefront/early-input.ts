import type { PressPlace } from './inline/names.ts'

/** Selects the controls that a person fills in, without those that the page has locked. */
const CONTROLS_SELECTOR = 'input:not([readonly], :disabled), textarea:not([readonly], :disabled), select:not(:disabled)'

/**
 * Reports to React what was typed, chosen, switched or autofilled on the server's page before it was hydrated. React
 * takes such a value as the one that it rendered, and would put back its own. Call it in an effect of the page, before
 * anything is rendered again.
 */
export function adoptEarlyInput(page: ParentNode): void {
  for (const control of page.querySelectorAll(CONTROLS_SELECTOR)) {
    if (control instanceof HTMLSelectElement) adoptChoice(control)
    else if (control instanceof HTMLTextAreaElement) adoptText(control, HTMLTextAreaElement.prototype)
    else if (control instanceof HTMLInputElement) {
      if (control.type === 'checkbox' || control.type === 'radio') adoptSwitch(control)
      else adoptText(control, HTMLInputElement.prototype)
    }
  }
}

function adoptChoice(select: HTMLSelectElement): void {
  const options = [...select.options]
  const isChanged = options.some(({ selected, defaultSelected }) => selected && !defaultSelected)
  const hasDefault = options.some(({ defaultSelected }) => defaultSelected)
  // Without a default the browser has chosen the first.
  if (isChanged && (hasDefault || select.selectedIndex > 0)) send(select, 'change')
}

/** React knows a box by its last state, so it is put back before it is pressed. */
function adoptSwitch(box: HTMLInputElement): void {
  const { checked, defaultChecked } = box
  if (checked === defaultChecked || (box.type === 'radio' && !checked)) return
  box.checked = defaultChecked
  box.click()
}

/** Puts a typed text back. The prototype's property changes it without React's knowledge. */
function adoptText(field: HTMLInputElement | HTMLTextAreaElement, prototype: object): void {
  const { value, defaultValue } = field
  if (value === defaultValue) return
  field.value = defaultValue
  Reflect.set(prototype, 'value', value, field)
  send(field, 'input')
}

function send(control: Element, type: string): void {
  control.dispatchEvent(new Event(type, { bubbles: true }))
}

/**
 * Repeats the presses of buttons from before hydration, which `inline/start.ts` recorded: in their order, each in a task of
 * its own, since one may render what the next is about. Links and forms with an address work without the application.
 */
export function replayPresses(place: PressPlace): void {
  press(window.takeEarlyPresses?.(place) ?? [])
}

function press([button, ...others]: readonly HTMLElement[]): void {
  if (button === undefined) return
  setTimeout(() => {
    if (button.isConnected) button.click()
    press(others)
  })
}
