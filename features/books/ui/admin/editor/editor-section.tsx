import { type ReactNode, type Ref, useId } from 'react'

/** A section of the editor, with its heading at the side on wide screens. */
export function EditorSection({
  title,
  children,
  note,
  contentRef,
}: {
  title: string
  children: ReactNode
  note?: string
  contentRef?: Ref<HTMLDivElement>
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-4 border-t border-groove pt-6 lg:grid-cols-12">
      <div className="flex flex-col gap-2 lg:col-span-3">
        <h2 id={id} className="label">
          {title}
        </h2>
        {note ? <p className="text-small text-dust">{note}</p> : null}
      </div>
      <div ref={contentRef} className="flex min-w-0 flex-col gap-5 lg:col-span-9">
        {children}
      </div>
    </section>
  )
}
