/** Numbered list of a platform's features. */
export function FeatureList({ features }: { features: string[] }) {
  return (
    <ol className="flex flex-col border-b border-groove">
      {features.map((feature, index) => (
        <li key={feature} className="flex items-baseline gap-5 border-t border-groove py-4">
          <span className="label text-dust" aria-hidden="true">
            {String(index + 1).padStart(2, '0')}
          </span>
          <span>{feature}</span>
        </li>
      ))}
    </ol>
  )
}
