import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId } from 'react'
import { styleNonce } from '../app/theme.ts'
import { tidyDescription } from '../ui/format.ts'
import classes from './description-editor.module.css'

/** What a description may hold (R10), and nothing else: other formats are lost when they are pasted. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: false,
    strike: false,
    underline: false,
  }),
]

type DescriptionEditorProps = { label: string; html: string; error: ReactNode; onChange: (html: string) => void }

/** The description as shoppers see it. */
export function DescriptionEditor({ label, html, error, onChange }: DescriptionEditorProps) {
  const id = useId()
  const editor = useEditor({
    extensions: EXTENSIONS,
    content: html,
    // Made when it is shown: one made earlier is destroyed after 1 ms, and using it then breaks the whole page.
    immediatelyRender: false,
    injectNonce: styleNonce(),
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': id } },
    onUpdate: ({ editor: typed }) => onChange(typed.isEmpty ? '' : tidyDescription(typed.getHTML())),
  })
  // The form shows another version, as after an Undo.
  useEffect(() => {
    if (editor !== null && !editor.isFocused && tidyDescription(editor.getHTML()) !== html) {
      editor.commands.setContent(html, { emitUpdate: false })
    }
  }, [editor, html])
  return (
    <Input.Wrapper size="md" label={label} labelElement="div" labelProps={{ id }} error={error} withAsterisk>
      <RichTextEditor editor={editor} className={classes.editor ?? ''}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.H3 />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
