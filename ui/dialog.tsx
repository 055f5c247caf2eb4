import { X } from 'lucide-react'
import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass, type ButtonVariant } from './button.tsx'
import { classNames } from './class-names.ts'

/**
 * Modal dialog on the native `<dialog>`: makes the page inert, traps focus, closes on Escape and on its backdrop, and
 * returns focus. The page behind does not scroll (see `dialog.css`). Once scripts have loaded, the focus starts on the
 * field at the beginning of the content; without one, on the close button.
 *
 * @param id Unique on the page; {@link DialogTrigger} opens it by this id, also before any script has loaded.
 * @param onClose Called after it closed for any reason.
 */
export function Dialog(props: {
  id: string
  title: string
  kicker?: ReactNode
  wide?: boolean
  onClose?: () => void
  children: ReactNode
  actions?: ReactNode
}) {
  const t = useTranslations('site.controls')
  return (
    <dialog
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      onBeforeToggle={({ currentTarget, newState }) => newState === 'open' && markFirstField(currentTarget)}
      onClose={props.onClose}
      onClick={closeOnBackdrop}
      className={classNames(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-plate border border-groove bg-plate-raised p-0 text-sand backdrop:bg-plate/80 open:flex',
        props.wide ? 'max-w-5xl' : 'max-w-lg',
      )}
    >
      <div className="flex items-start justify-between gap-6 border-b border-groove p-5 md:p-6">
        <div className="flex flex-col gap-2">
          {props.kicker ? <p className="label text-dust">{props.kicker}</p> : null}
          <h2 id={`${props.id}-title`} className="title">
            {props.title}
          </h2>
        </div>
        <DialogClose for={props.id} aria-label={t('close')} className="size-11 shrink-0 !p-0">
          <X size={18} />
        </DialogClose>
      </div>
      {/* Focused fields scroll into view with their label and error. */}
      <div data-dialog-content="" className="min-h-0 scroll-pt-12 scroll-pb-24 overflow-y-auto p-5 md:p-6">
        {props.children}
      </div>
      {props.actions ? (
        <div className="flex flex-wrap gap-3 border-t border-groove p-5 md:p-6">{props.actions}</div>
      ) : null}
    </dialog>
  )
}

type CommandButton = ButtonHTMLAttributes<HTMLButtonElement> & { for: string; variant?: ButtonVariant }

/** Button that opens the dialog `for`; `onOpen` runs first. */
export function DialogTrigger({
  for: id,
  variant,
  className,
  onOpen,
  ...rest
}: CommandButton & { onOpen?: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...rest}
      {...command(id, 'show-modal')}
      onClick={() => {
        onOpen?.()
        if (!knowsCommands()) openDialog(id)
      }}
      className={buttonClass(variant, className)}
    />
  )
}

/** Button that closes the dialog `for`. */
export function DialogClose({ for: id, variant, className, ...rest }: CommandButton) {
  return (
    <button
      type="button"
      {...rest}
      {...command(id, 'close')}
      onClick={() => !knowsCommands() && findDialog(id)?.close()}
      className={buttonClass(variant, className)}
    />
  )
}

/** Opens a dialog by its id unless it is open. */
export function openDialog(id: string): void {
  const dialog = findDialog(id)
  if (!dialog || dialog.open) return
  // Older browsers do not announce the opening of a dialog.
  markFirstField(dialog)
  dialog.showModal()
}

/** Closes an open dialog on navigation. */
export function useCloseOnNavigation(id: string, locationKey: string): void {
  const first = useRef(locationKey)
  useEffect(() => {
    if (first.current !== locationKey) findDialog(id)?.close()
    first.current = locationKey
  }, [id, locationKey])
}

function findDialog(id: string): HTMLDialogElement | null {
  return document.getElementById(id) as HTMLDialogElement | null
}

const focusable =
  'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * Marks the field at the beginning of a dialog's content, so that the browser focuses it instead of the close button. A
 * field below other controls is not marked, nor a checkbox or radio button: they come after something to read.
 *
 * @see https://html.spec.whatwg.org/multipage/interactive-elements.html#dialog-focusing-steps
 */
function markFirstField(dialog: HTMLDialogElement): void {
  const content = dialog.querySelector('[data-dialog-content]')
  content?.querySelector('[autofocus]')?.removeAttribute('autofocus')
  const first = content?.querySelector(focusable)
  if (first?.matches('input:not([type=checkbox], [type=radio]), select, textarea')) first.setAttribute('autofocus', '')
}

// Invoker commands work without JavaScript where supported; React's types lack them.
function command(id: string, name: 'show-modal' | 'close'): Record<string, string> {
  return { commandfor: id, command: name }
}

// Running a natively supported command twice would throw.
function knowsCommands(): boolean {
  return 'commandForElement' in HTMLButtonElement.prototype
}

function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
  if (event.target === event.currentTarget) event.currentTarget.close()
}
