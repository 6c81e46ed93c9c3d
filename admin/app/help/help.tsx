import { Button, CloseButton, Drawer, Title } from '@mantine/core'
import { useDisclosure, useMediaQuery, useTimeout } from '@mantine/hooks'
import { CircleQuestionMark } from 'lucide-react'
import { useId, useState } from 'react'
import { Outlet, useMatches } from 'react-router'
import { useFocusReturn } from '../../ui/dialog.tsx'
import { PageAside } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { lazyPart } from '../code.tsx'
import classes from './help.module.css'
import { type HelpPages, helpPagesOf } from './help-pages.ts'
import type { HelpPanelProps } from './help-panel.tsx'

const loadPanel = async () => (await import('./help-panel.tsx')).HelpPanel

const HelpPanel = lazyPart({ name: 'help', load: loadPanel, fallback: <Loading label="Opening the handbook" /> })

/** From this width on the handbook stands beside the screen, which stays usable. */
const WIDE_SCREEN = '(width >= 75rem)'

/** All screens, with the handbook: "Help" beside each heading opens the page about that screen. */
export function HelpFrame() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const isWide = useMediaQuery(WIDE_SCREEN, true, { getInitialValueInEffect: false })
  const pages = helpPagesOf(useMatches())
  const [trail, setTrail] = useState<readonly string[]>([])
  // It then also opens without a network.
  useTimeout(() => void loadPanel().catch(() => {}), LOADED_AFTER_MS, { autoInvoke: true })
  const openHelp = () => {
    setTrail(trailFor(pages, trail))
    open()
  }
  const panel = { pages, trail, onTrail: setTrail }
  return (
    <div className={classes.frame} data-help-open={isOpen && isWide}>
      <PageAside value={<HelpButton isOpen={isOpen} onPress={isOpen ? close : openHelp} />}>
        <Outlet />
      </PageAside>
      {isOpen && <OpenHelp {...panel} isWide={isWide} onClose={close} />}
    </div>
  )
}

/** Help opens at the page about the screen, unless the last one that was read is about it, too. */
export function trailFor(pages: HelpPages, trail: readonly string[]): readonly string[] {
  const last = trail.at(-1)
  if (last !== undefined && pages.includes(last)) return trail
  return [...trail.filter((read) => read !== pages[0]), pages[0]]
}

function HelpButton({ isOpen, onPress }: { isOpen: boolean; onPress: () => void }) {
  return (
    <Button
      variant="subtle"
      size="compact-md"
      className={classes.button ?? ''}
      leftSection={<CircleQuestionMark aria-hidden size={18} />}
      aria-expanded={isOpen}
      onClick={onPress}
    >
      Help
    </Button>
  )
}

type FrameProps = HelpPanelProps & { onClose: () => void }

/** Beside the screen, or over a narrow one; the focus returns to what opened it, even where the width has changed. */
function OpenHelp({ isWide, ...props }: FrameProps & { isWide: boolean }) {
  useFocusReturn()
  return isWide ? <HelpBeside {...props} /> : <HelpDrawer {...props} />
}

function HelpBeside({ onClose, ...panel }: FrameProps) {
  const id = useId()
  return (
    <aside
      className={classes.beside}
      aria-labelledby={id}
      data-help
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div className={classes.head}>
        <Title order={2} id={id} fz="1rem">
          Handbook
        </Title>
        <CloseButton size="lg" onClick={onClose} aria-label="Close the handbook" />
      </div>
      <HelpPanel {...panel} />
    </aside>
  )
}

function HelpDrawer({ onClose, ...panel }: FrameProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="30rem"
      title="Handbook"
      closeButtonProps={{ 'aria-label': 'Close the handbook' }}
    >
      <HelpPanel {...panel} />
    </Drawer>
  )
}

/** Milliseconds until the handbook is loaded in any case. */
const LOADED_AFTER_MS = 3000
