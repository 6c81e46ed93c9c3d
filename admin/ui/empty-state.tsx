import { Stack, Text } from '@mantine/core'
import { Backpack } from 'lucide-react'
import type { ReactNode } from 'react'

/** Shown for an empty list: a sentence, and a link if there is a next step. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="md" py="xl" ta="center">
      <Backpack aria-hidden size={56} strokeWidth={1} color="var(--admin-clay)" />
      <Text maw="28rem">{text}</Text>
      {children}
    </Stack>
  )
}
