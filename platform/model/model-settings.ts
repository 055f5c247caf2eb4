import type { Config } from '#platform/config.ts'

/** Settings of the model. */
export type ModelSettings = {
  provider: 'openai' | 'anthropic' | 'openai-compatible'
  /** Model name of the provider. */
  model: string
  key: string | undefined
  /** Base URL instead of the provider's default. */
  baseUrl: string | undefined
}

/**
 * Reads the model settings from the configuration.
 *
 * @returns undefined when no model is configured.
 */
export function modelSettings(config: Config): ModelSettings | undefined {
  const { LLM_PROVIDER: provider, LLM_MODEL: model, LLM_API_KEY: key, LLM_BASE_URL: baseUrl } = config
  return provider && model ? { provider, model, key, baseUrl } : undefined
}
