import MarkdownIt from 'markdown-it';

/** The parser's own escaping, so that what our rules write and what it writes are escaped alike. */
export const { escapeHtml } = new MarkdownIt().utils;
