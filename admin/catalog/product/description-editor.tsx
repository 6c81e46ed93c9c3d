import '@mantine/tiptap/styles.css'
import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { DESCRIPTION_LINK, DESCRIPTION_LINK_REL } from '@shop/contract/catalog/description'
import { Node, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type ReactNode, useEffect, useId } from 'react'
import { styleNonce } from '../../app/frame/theme.ts'
import { tidyDescription } from '../../ui/format.ts'
import classes from './description-editor.module.css'

/** Tables and lists of terms, as they are pasted or imported: their words can be edited. */
const TABLE_BUTTONS = [
  block('table', { content: 'caption? rowGroup+', group: 'block', isolating: true }),
  block('caption', { content: 'inline*' }),
  block('rowGroup', { content: 'row+' }, ['tbody', 'thead', 'tfoot']),
  block('row', { content: 'cell+' }, ['tr']),
  block('cell', { content: 'block+', isolating: true }, ['td', 'th'], ['colspan', 'rowspan']),
  block('terms', { content: '(term | definition)+', group: 'block' }, ['dl']),
  block('term', { content: 'inline*' }, ['dt']),
  block('definition', { content: 'block+' }, ['dd']),
]

/** An element that has one of these tags, and goes on having it. */
function block(
  name: string,
  { content, ...rest }: { content: string; group?: string; isolating?: boolean },
  tags: readonly string[] = [name],
  attributes: readonly string[] = [],
) {
  return Node.create({
    name,
    content,
    ...rest,
    addAttributes: () => ({
      tag: { default: tags[0], parseHTML: (element) => element.localName, rendered: false },
      ...Object.fromEntries(attributes.map((attribute) => [attribute, { default: null }])),
    }),
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: ({ node, HTMLAttributes }) => [String(node.attrs.tag), HTMLAttributes, 0],
  })
}

/** The formats that a description may have (R10), and no others: other formats are lost when they are pasted. */
const EXTENSIONS = [
  StarterKit.configure({
    heading: { levels: [3, 4, 5, 6] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      protocols: ['http', 'https'],
      isAllowedUri: (url) => DESCRIPTION_LINK.test(url),
      HTMLAttributes: { rel: DESCRIPTION_LINK_REL, target: null, class: null },
    },
    strike: false,
    underline: false,
  }),
  ...TABLE_BUTTONS,
]

type DescriptionEditorProps = { label: string; html: string; error: ReactNode; onChange: (html: string) => void }

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
