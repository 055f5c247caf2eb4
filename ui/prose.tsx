import { classNames } from './class-names.ts'

/**
 * Paragraphs of a text from the catalogue.
 *
 * @param text Paragraphs separated by an empty line, or a list of paragraphs. Never HTML.
 */
export function Prose({ text, className }: { text: string | readonly string[]; className?: string }) {
  const paragraphs = typeof text === 'string' ? text.trim().split(/\n\s*\n/) : text
  return (
    <div className={classNames('measure flex flex-col gap-5', className)}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph.slice(0, 60)}>{paragraph}</p>
      ))}
    </div>
  )
}
