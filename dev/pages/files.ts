// Reads the files of the embedded start's pages.
import { type Asset, asset as assetOf } from '../../core/pages/asset.ts';

/** Reads a file of this folder and replaces `{{name}}` by escaped values. */
export function asset(file: string, values: Readonly<Record<string, string>> = {}): Asset {
  return assetOf(new URL(file, import.meta.url), values);
}
