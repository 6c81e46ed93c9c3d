import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => unknown }) {
  const { copy, copied } = useClipboard()
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Title order={2} fz="1.25rem">
        Keep these recovery codes
      </Title>
      <Text>
        Each of them lets you in once when your phone is lost. They are not shown again: print them, or keep them where
        you keep your passwords.
      </Text>
      <Code block role="note" aria-label="Recovery codes" fz="md" style={{ whiteSpace: 'pre-wrap' }}>
        {text}
      </Code>
      <Group grow>
        <Button variant="default" onClick={() => copy(text)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button
          variant="default"
          component="a"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save
        </Button>
      </Group>
      <Button onClick={() => void onDone()}>I have kept them</Button>
    </Stack>
  )
}
