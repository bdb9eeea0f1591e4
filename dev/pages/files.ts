// Reads the files of the embedded start's pages.
import { readPageFile as assetOf, type PageFile } from '../../core/pages/asset.ts';

/** Reads a file of this folder and replaces `{{name}}` by escaped values. */
export function readAsset(file: string, values: Readonly<Record<string, string>> = {}): PageFile {
  return assetOf(new URL(file, import.meta.url), values);
}
