import { useCallback, useEffect, useRef, useState } from 'react';
import type { Destination } from '../places/destination.js';
import { type Place, pathOf } from '../places/place.js';

/** Whose conversation is answered at a place where several are mixed. */
export function useReply(place: Place) {
  const path = pathOf(place);
  const [replyTo, setReplyTo] = useState<Destination>();
  /** The newest request. Another object for each one. */
  const newest = useRef({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place begins without a reply
  useEffect(() => {
    newest.current = {};
    setReplyTo(undefined);
  }, [path]);
  /** Begins a request that may take a while. Returns whether the reader is still at the same place and has asked for nothing else since. */
  const request = useCallback(() => {
    const mine = {};
    newest.current = mine;
    return () => newest.current === mine;
  }, []);
  return { replyTo, setReplyTo, request };
}
