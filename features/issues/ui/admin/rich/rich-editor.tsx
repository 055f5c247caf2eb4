import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useId } from 'react'
import { cleanPaste } from './clean-paste.ts'
import { Toolbar } from './toolbar.tsx'
import StarterKit from '@tiptap/starter-kit'

/** What the editor knows: exactly what server/clean-html.ts lets through, so that nothing is written that a mail cannot show. */
const mailExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    code: false,
    codeBlock: false,
    link: {
      openOnClick: false,
      autolink: true,
      protocols: ['mailto'],
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null },
    },
  }),
]

const prose =
  '[&_.tiptap]:min-h-64 [&_.tiptap]:px-4 [&_.tiptap]:py-4 [&_.tiptap]:outline-none [&_.tiptap]:[overflow-wrap:anywhere] [&_.tiptap>*+*]:mt-4 ' +
  '[&_h2]:title [&_h3]:font-display [&_h3]:text-lead [&_h3]:font-bold [&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6 ' +
  '[&_blockquote]:border-l-2 [&_blockquote]:border-live [&_blockquote]:pl-4 [&_hr]:border-groove [&_a]:text-live [&_a]:underline'

/**
 * A rich editor of what mail can show.
 *
 * @param html What it begins with; later changes of it are not looked at.
 * @param hasText Whether its words are known; otherwise they are told at once.
 * @param onChange The HTML, empty when nothing is written, and its words.
 */
export function RichEditor({
  label,
  html,
  hasText,
  onChange,
}: {
  label: string
  html: string
  hasText: boolean
  onChange: (html: string, text: string) => void
}) {
  const id = useId()
  const editor = useEditor({
    extensions: mailExtensions,
    content: html,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: { 'role': 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-hint` },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML(), now.getText({ blockSeparator: '\n\n' })),
  })
  // What was generated brings HTML alone: its words are read from it here.
  useEffect(() => {
    if (!hasText && !editor.isEmpty) onChange(html, editor.getText({ blockSeparator: '\n\n' }))
    // oxlint-disable-next-line react/exhaustive-deps -- once, for what it began with
  }, [editor])
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <span id={`${id}-label`} className="label text-dust">
        {label}
      </span>
      <div className="rounded-plate border border-groove bg-plate focus-within:border-live">
        <Toolbar editor={editor} />
        <EditorContent editor={editor} className={prose} />
      </div>
      <p id={`${id}-hint`} className="text-small text-dust">
        Pasted text keeps what a mail can show: headings, lists, quotes, emphasis and links.
      </p>
    </div>
  )
}
