import { CopyButton } from './copy-button.tsx'

/**
 * A piece of code or an address with a button that copies it. Long lines wrap.
 *
 * @param label What it is, for screen readers.
 */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <figure className="flex flex-wrap items-center gap-3 border border-groove bg-plate-raised p-4">
      <figcaption className="sr-only">{label}</figcaption>
      <pre
        translate="no"
        className="figures min-w-0 flex-1 basis-72 text-small whitespace-pre-wrap [overflow-wrap:anywhere] text-sand"
      >
        <code>{children}</code>
      </pre>
      <CopyButton text={children} what={label} />
    </figure>
  )
}
