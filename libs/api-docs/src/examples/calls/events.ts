import { answer, type CallExamples } from '../call-example.js';

const queue_id = answer('registerQueue', '.queue_id');

export const eventCalls: CallExamples = {
  registerQueue: { params: { event_types: ['message'], fetch_event_types: ['message'] } },
  getEvents: { params: { queue_id, last_event_id: answer('registerQueue', '.last_event_id'), dont_block: true } },
  deleteQueue: { params: { queue_id } },
};
