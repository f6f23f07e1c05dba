import Testing

@testable import MachoSystem

struct MailboxTests {
  @Test func messagesWakeAPollingThread() throws {
    let idle = WakePipe()
    let (mailbox, replies) = (Mailbox<Int>(), Mailbox<Int>())
    let thread = PosixThread {
      for number in 0..<1_000 {
        mailbox.post(number)
        // The next message may arrive before, while or after the other thread polls.
        if number.isMultiple(of: 3) { _ = replies.next() }
      }
    }
    try #require(thread.hasStarted)
    for number in 0..<1_000 {
      var message: Int?
      // May be woken by an earlier message.
      while message == nil { message = mailbox.next(unlessReadable: idle.readEnd) }
      #expect(message == number)
      if number.isMultiple(of: 3) { replies.post(number) }
    }
    thread.join()
  }

  @Test func aReadableDescriptorEndsTheWait() {
    let (mailbox, input) = (Mailbox<Int>(), WakePipe())
    input.send()
    #expect(mailbox.next(unlessReadable: input.readEnd) == nil)
    mailbox.post(1)
    #expect(mailbox.next(unlessReadable: input.readEnd) == 1)
  }
}
