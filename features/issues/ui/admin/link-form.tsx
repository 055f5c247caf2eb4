import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { isOwnPath, sourceAddressError } from '#features/issues/contract.ts'
import { completeWebAddress, isWebAddress } from '#shared/web-address.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'

/** Fields for the target of a link. Not a form element, because it is inside another form. */
export function LinkForm({ editor, onEnd }: { editor: Editor; onEnd: () => void }) {
  const before = (editor.getAttributes('link')['href'] as string | undefined) ?? ''
  const [href, setHref] = useState(before)
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  function apply() {
    const address = addressOf(href)
    if (address === undefined) return setError(sourceAddressError)
    const { from, to } = editor.state.selection
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetLink().run()
    // Without a selection the address itself is inserted.
    else if (from === to && before === '')
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
    else chain.setLink({ href: address }).run()
    onEnd()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter') apply()
    else onEnd()
  }

  return (
    <div className="flex flex-wrap items-end gap-3 border-t border-groove p-3">
      <Field
        ref={field}
        className="flex-1 basis-64"
        label="Link to"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        value={href}
        error={error}
        onChange={(event) => setHref(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button onClick={apply}>{href.trim() === '' && before !== '' ? 'Remove link' : 'Set link'}</Button>
      <Button variant="bare" className="px-3" onClick={onEnd}>
        Cancel
      </Button>
    </div>
  )
}

/** Returns the completed address; undefined when it is invalid. */
function addressOf(typed: string): string | undefined {
  if (isOwnPath(typed.trim())) return typed.trim()
  const whole = completeWebAddress(typed)
  if (whole === '') return ''
  return isWebAddress(whole) || /^mailto:\S+@\S+$/i.test(whole) ? whole : undefined
}
