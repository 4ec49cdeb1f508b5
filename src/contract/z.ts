/**
 * The part of zod that the contract uses. By name and in one file, because the bundler keeps the whole library when
 * several bundles reach its namespace (docs/decisions/bundle.md).
 */
export {
  array,
  boolean,
  catch as catch_,
  config,
  email,
  iso,
  literal,
  maximum,
  maxLength,
  minimum,
  minLength,
  NEVER,
  nullable,
  number,
  object,
  optional,
  overwrite,
  pipe,
  refine,
  safeParse,
  strictObject,
  string,
  toLowerCase,
  transform,
  trim,
  union,
  unknown,
} from 'zod/mini';
export type { core, input, output, ZodMiniType } from 'zod/mini';
