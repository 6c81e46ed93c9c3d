import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'

const ROOM = '--admin-notices'

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
        const own = Number.parseFloat(dialog.style.getPropertyValue(ROOM)) || 0
        dialog.style.setProperty(ROOM, `${Math.max(own, room, height)}px`)
      }
      room = height
      document.documentElement.style.setProperty(ROOM, `${height}px`)
    })
    observer.observe(notices)
    return () => observer.disconnect()
  }, [])
  return <Notifications position="bottom-right" limit={3} withinPortal={false} />
}
