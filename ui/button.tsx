import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'

/** `primary` is the main action of a screen, `quiet` any other, `bare` looks like text. */
export type ButtonVariant = 'primary' | 'quiet' | 'bare'

const base =
  'inline-flex print:hidden min-h-11 cursor-pointer items-center justify-center gap-2.5 rounded-plate label !text-[0.75rem] font-medium no-underline transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-live px-5 py-3 text-plate enabled:hover:bg-sand [a&]:hover:bg-sand',
  quiet: 'border border-groove px-5 py-3 text-sand enabled:hover:border-sand [a&]:hover:border-sand',
  bare: 'text-dust underline-offset-4 enabled:hover:text-sand enabled:hover:underline [a&]:hover:text-sand [a&]:hover:underline',
}

/** Returns the classes of a button for other elements. */
export function buttonClass(variant: ButtonVariant = 'quiet', extra?: string): string {
  return classNames(base, variants[variant], extra)
}

/** Button; `type` defaults to `button` so that it never submits a form by accident. */
export function Button({
  variant,
  className,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { variant?: ButtonVariant; ref?: Ref<HTMLButtonElement> }) {
  return <button type="button" {...rest} className={buttonClass(variant, className)} />
}

/**
 * Reason why a button is disabled, in one sentence beside it.
 *
 * @param id Referenced by the button's `aria-describedby`.
 */
export function ButtonReason({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <p id={id} className={classNames('text-small text-dust', className)}>
      {children}
    </p>
  )
}

/** Internal link that looks like a button. */
export function ButtonLink({
  variant,
  className,
  to,
  children,
}: {
  variant?: ButtonVariant
  className?: string
  to: string
  children: ReactNode
}) {
  return (
    <Link to={to} prefetch="intent" viewTransition className={buttonClass(variant, className)}>
      {children}
    </Link>
  )
}

/** Plain link (external, email, download) that looks like a button. */
export function ButtonAnchor({
  variant,
  className,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & { variant?: ButtonVariant }) {
  return <a {...rest} className={buttonClass(variant, className)} />
}
