import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'

const NOTICES_HEIGHT_PROPERTY = '--admin-notices'

/** The notifications. While some are shown, dialogs leave them the top of the window, so neither covers the other. */
export function Notices() {
  useEffect(() => {
    const notices = document.querySelector<HTMLElement>('.mantine-Notifications-root[data-position="bottom-right"]')
    if (notices === null) return
    let room = 0
    const observer = new ResizeObserver(() => {
      const height = notices.offsetHeight
      // A dialog that is open stays where it is when a notification goes: someone is about to press something there.
      for (const dialog of document.querySelectorAll<HTMLElement>('.mantine-Modal-inner')) {
        const own = Number.parseFloat(dialog.style.getPropertyValue(NOTICES_HEIGHT_PROPERTY)) || 0
        dialog.style.setProperty(NOTICES_HEIGHT_PROPERTY, `${Math.max(own, room, height)}px`)
      }
      room = height
      document.documentElement.style.setProperty(NOTICES_HEIGHT_PROPERTY, `${height}px`)
    })
    observer.observe(notices)
    return () => observer.disconnect()
  }, [])
  return <Notifications position="bottom-right" limit={3} withinPortal={false} />
}
