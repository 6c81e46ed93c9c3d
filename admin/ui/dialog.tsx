import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'

/**
 * A dialog that exists only while it is open. A tap beside it does not close it, since what was typed would be lost. Mantine
 * returns the focus for dialogs that stay in the page; here it goes back to what opened the dialog, or to the page's heading
 * where that is gone.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [opener] = useState(() => document.activeElement)
  useEffect(() => () => focusAfterwards(opener), [opener])
  return <Modal opened closeOnClickOutside={false} {...props} />
}

function focusAfterwards(opener: Element | null): void {
  // Something else has been focused meanwhile, as by a navigation.
  if (document.activeElement !== document.body) return
  const target = opener === document.body || opener?.isConnected !== true ? document.querySelector('h1') : opener
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}
