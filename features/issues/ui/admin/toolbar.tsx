import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { LinkForm } from './link-form.tsx'

type Tool = {
  label: string
  Icon: LucideIcon
  run: (editor: Editor) => void
  isOn?: (editor: Editor) => boolean
  can?: (editor: Editor) => boolean
}

const tools: Tool[] = [
  {
    label: 'Bold',
    Icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    label: 'Italic',
    Icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    label: 'Underline',
    Icon: Underline,
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    isOn: (editor) => editor.isActive('underline'),
  },
  {
    label: 'Strikethrough',
    Icon: Strikethrough,
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    isOn: (editor) => editor.isActive('strike'),
  },
  {
    label: 'Heading',
    Icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    label: 'Small heading',
    Icon: Heading3,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    label: 'Bulleted list',
    Icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    label: 'Numbered list',
    Icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Quote',
    Icon: Quote,
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    isOn: (editor) => editor.isActive('blockquote'),
  },
  { label: 'Divider', Icon: Minus, run: (editor) => editor.chain().focus().setHorizontalRule().run() },
  {
    label: 'Undo',
    Icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    can: (editor) => editor.can().undo(),
  },
  {
    label: 'Redo',
    Icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    can: (editor) => editor.can().redo(),
  },
]

/** Toolbar of the editor: a single Tab stop, within which arrow keys move between tools. */
export function Toolbar({ editor }: { editor: Editor }) {
  const bar = useRef<HTMLDivElement>(null)
  const linkButton = useRef<HTMLButtonElement>(null)
  const [stop, setStop] = useState(0)
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      on: tools.map(({ isOn }) => isOn?.(now) ?? false),
      can: tools.map(({ can }) => can?.(now) ?? true),
      isLink: now.isActive('link'),
    }),
  })

  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step && (stop + step + buttons.length) % buttons.length
    if (next === undefined) return
    event.preventDefault()
    setStop(next)
    buttons[next]?.focus()
  }

  const button = (
    index: number,
    label: string,
    Icon: LucideIcon,
    isOn: boolean | undefined,
    isOff: boolean,
    run: () => void,
  ) => (
    <button
      key={label}
      ref={label === 'Link' ? linkButton : undefined}
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      aria-disabled={isOff || undefined}
      tabIndex={index === stop ? 0 : -1}
      onFocus={() => setStop(index)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !isOff && run()}
      className={classNames(
        'grid size-11 cursor-pointer place-items-center -outline-offset-2 focus-visible:outline-offset-[-3px] aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
        isOn ? 'bg-plate-raised text-live' : 'text-dust hover:text-sand',
      )}
    >
      <Icon size={18} />
    </button>
  )

  return (
    <div className="border-b border-groove">
      <div ref={bar} role="toolbar" tabIndex={-1} aria-label="Formatting" className="flex flex-wrap" onKeyDown={move}>
        {tools.map(({ label, Icon, run, isOn }, index) =>
          button(index, label, Icon, isOn ? state.on[index] : undefined, !state.can[index], () => run(editor)),
        )}
        {button(tools.length, 'Link', LinkIcon, state.isLink, false, () => setLinking(true))}
      </div>
      {isLinking ? (
        <LinkForm
          editor={editor}
          onEnd={() => {
            setLinking(false)
            linkButton.current?.focus()
          }}
        />
      ) : null}
    </div>
  )
}
